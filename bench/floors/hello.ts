import Fastify from 'fastify';

/** A bare application: what a start costs before there is anything to open. */
const app = Fastify();
app.get('/', () => 'hello');
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
