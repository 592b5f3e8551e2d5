// Preloaded into a node: no connection hears what PostgreSQL warns of. A bug for a test that has to find it.
import { EventEmitter } from 'node:events';

const { on } = EventEmitter.prototype;

EventEmitter.prototype.on = function (name, listener) {
  return name === 'notice' ? this : on.call(this, name, listener);
};
