import { looksRandom } from '../looksRandom.js';
import type { TokenShape } from './tokenShape.js';

/** What the tokens of further services begin with. */
const PREFIXES = {
  'atlassian-api': 'atatt3',
  'bitbucket-app': 'atbb',
  'digitalocean-oauth': 'doo_v1_',
  'digitalocean-personal': 'dop_v1_',
  'digitalocean-refresh': 'dor_v1_',
  'doppler-cli': 'dp.ct.',
  'doppler-personal': 'dp.pt.',
  'doppler-service-account': 'dp.sa.',
  'doppler-service': 'dp.st.',
  'facebook-page': 'eaacedeose0cba',
  'fly-io': 'fo1_',
  heroku: 'hrku-',
  'langsmith-personal': 'lsv2_pt_',
  'langsmith-service': 'lsv2_sk_',
  'new-relic-user': 'nrak-',
  'new-relic-insert': 'nrii-',
  postman: 'pmak-',
  perplexity: 'pplx-',
  'planetscale-oauth': 'pscale_oauth_',
  'planetscale-password': 'pscale_pw_',
  'planetscale-token': 'pscale_tkn_',
  pulumi: 'pul-',
  pypi: 'pypi-ag',
  replicate: 'r8_',
  rubygems: 'rubygems_',
  'supabase-secret': 'sb_secret_',
  'supabase-personal': 'sbp_',
  'sentry-organization': 'sntrys_',
  'sentry-user': 'sntryu_',
  'square-access': 'sq0atp-',
  'square-secret': 'sq0csp-',
  tavily: 'tvly-',
  xai: 'xai-',
} as const;

function prefixed([id, prefix]: readonly [id: string, prefix: string]): TokenShape {
  return {
    id,
    kind: 'service-token',
    keywords: [prefix],
    shape: new RegExp(`(?<![A-Za-z0-9])${prefix.replaceAll('.', '\\.')}[\\w-]{16,}={0,2}`, 'dgi'),
    looks: looksRandom,
    example: `${prefix}«mixed:32»`,
    counterExample: `${prefix}configuration-of-the-service`,
  };
}

/** Tokens that begin with what no other text does, and whose form is not known any closer. */
export const prefixedTokens: readonly TokenShape[] = Object.entries(PREFIXES).map(prefixed);
