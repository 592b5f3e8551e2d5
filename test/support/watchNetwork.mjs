// Loaded before a service (`node --import`): records all outgoing connections in the file WATCH_FILE.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

function watch(owner, name) {
  const original = owner[name];
  owner[name] = function watched(...args) {
    // A server looks up the address it listens at, too; an IP address needs no query.
    if (!net.isIP(args[0])) appendFileSync(process.env.WATCH_FILE, `${name}\n`);
    return original.apply(this, args);
  };
}

watch(net.Socket.prototype, 'connect');
watch(dgram.Socket.prototype, 'send');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  watch(dns, name);
  watch(dns.promises, name);
}
