import { readFileSync } from 'node:fs';
import { DockerfileParser, type Env } from 'dockerfile-ast';

export const DOCKERFILE = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');

/** The environment that the Dockerfile gives the service. */
export function imageEnvironment(): Record<string, string> {
  const properties = DockerfileParser.parse(DOCKERFILE)
    .getENVs()
    .flatMap((env: Env) => env.getProperties());
  return Object.fromEntries(
    properties.map((property) => [property.getName(), property.getValue() ?? '']),
  );
}
