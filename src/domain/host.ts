import { isIP } from 'node:net';

/** A host and, where there is one, its port, as in a Host header (RFC 9110, section 7.2). */
export interface Host {
  /** In lower case; an IPv6 address in brackets. */
  readonly name: string;
  readonly port: number | undefined;
}

const SHAPE = /^(\[[\da-f:.]+\]|[\da-z_-]+(?:\.[\da-z_-]+)*)(?::(\d{1,5}))?$/;

/** Parses `vault.example`, `192.0.2.1:7437` or `[::1]:80`. Returns undefined for anything else. */
export function parseHost(text: string): Host | undefined {
  const [, name = '', port] = SHAPE.exec(text.toLowerCase()) ?? [];
  if (name === '' || Number(port ?? 0) > 65_535) return undefined;
  if (name.startsWith('[') && isIP(name.slice(1, -1)) !== 6) return undefined;
  return { name, port: port === undefined ? undefined : Number(port) };
}

/** A host as `parseHost` reads it. */
export const hostText = ({ name, port }: Host): string =>
  port === undefined ? name : `${name}:${port}`;

/** True for names that reach only this machine: `localhost`, 127.0.0.0/8 and `[::1]`. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** True for addresses that only this machine has, also where an IPv6 socket writes an IPv4 address. */
export function isLoopback(address: string): boolean {
  return isLoopbackName(isIP(address) === 6 ? `[${address}]` : address);
}

/** Whether nobody on the way can read or change what is fetched from there. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
