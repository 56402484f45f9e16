#!/usr/bin/env node
// In the oldest syntax there is: whatever Node runs this must get as far as the message.
var wanted = parseInt(require('../package.json').engines.node.replace(/^\D+/, ''), 10);
if (parseInt(process.versions.node, 10) >= wanted) {
  require('./load-program.cjs');
} else {
  process.stderr.write(
    'error: cartulary needs Node ' +
      wanted +
      ' or newer, and this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '): install a newer one from https://nodejs.org, or put it first in PATH\n',
  );
  process.exit(78);
}
