/** Where a service listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The URL that reaches a service from this machine. Nobody can connect to 0.0.0.0 or ::, which mean any address. */
export function serviceUrl({ host, port }: Place): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
