import Fastify from 'fastify';

/** A bare application: the time of a start without a store. */
const app = Fastify();
app.get('/', () => 'hello');
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
