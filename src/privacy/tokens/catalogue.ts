import { looksRandom } from '../looks.js';
import { KINDS, type Kind } from '../rule.js';

/** A token that its prefix or its form gives away, or a value that the name of its service gives away. */
export interface Token {
  /** Unique; what a token is of and for. */
  readonly id: string;
  /** What it is of, for reports: `cloud`, `mail`. */
  readonly family: string;
  readonly kind: Kind;
  /**
   * Lower case. A text that holds none of these, letter case aside, holds no such token. A blank in one stands for a blank,
   * `_`, `-` or nothing. Absent: the shapes say it.
   */
  readonly keywords?: readonly string[];
  /**
   * True for a value without a form of its own: it counts only behind one of the keywords, as in `datadog_key = …`.
   * False: the token is known wherever it stands.
   */
  readonly beside: boolean;
  /** How it looks, in one way or several, in the notation of `parseShape`. */
  readonly shapes: readonly string[];
  /** True when the letters of the shape may be of either case, as in the name of a host. */
  readonly anyCase: boolean;
  /** True when neither `_` nor `-` may stand before it, as in `task-list`. */
  readonly apart: boolean;
  /** True when it may stand in the midst of a word. */
  readonly inside: boolean;
  /** What the secret must look like, where the shape leaves a doubt. */
  readonly looks: (secret: string) => boolean;
}

const LOOKS = {
  any: () => true,
  random: looksRandom,
  /** In a name there rarely is one. */
  digit: (secret: string) => /\d/.test(secret),
  /** What was made up: not a word and not a number. */
  'digit and letter': (secret: string) => /\d/.test(secret) && /[A-Za-z]/.test(secret),
  'mixed case': isMixedCase,
  /** The base64 of a private key in PEM; not that of a certificate or a public key. */
  'private pem': (secret: string) => !/^LS0tLS1CRUdJTi(?:BDRVJU|BQVUJM)/.test(secret),
} as const;

/** True when there are digits and letters of both cases, as in most of what is made up of all of them. */
export function isMixedCase(secret: string): boolean {
  return /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret);
}

/*
 * A family of tokens, and below it one token a line. Its columns stand two blanks apart: its id, its shapes, and where needed
 *  - `behind WORD|WORD`: it has no form of its own and counts only behind one of these; then it has a digit and a letter;
 *  - `with WORD|WORD`: it has a form, and one of these stands somewhere in the text;
 *  - `looks NAME`: what it must look like, by a name of `LOOKS`; `kind NAME`, when the id does not begin with it;
 *  - `anyCase`, `apart`, `inside`: see `Token`.
 * `test/privacy/tokenExamples.ts` has an example of each.
 */
const ROWS = String.raw`
cloud
  aws-key-id                    A(KIA|SIA|BIA|CCA)«upper:16»
  aws-other-id                  A3T«upper:17» A(GPA|IDA|ROA|IPA|NPA|NVA)«upper:16»
  google-api                    AIza«url:30+»
  google-oauth                  GOCSPX-«url:16+» ya29.«dotted:16+» 1//0«url:30+»
  azure-client-secret           «tilde:3»«digits:1»Q~«tilde:30-40»
  alibaba-key-id                LTAI«mixed:20»  looks digit
  alibaba-secret                «lower:30»  behind alibaba|aliyun
  yandex                        AQVN«url:35-38» t1.«url:1+»«pad:0-2».«url:86»«pad:0-2»  looks digit
  yandex-aws                    YC«url:38»  behind yandex
  openshift                     sha256~«url:43»
  databricks                    dapi«hex:32»(-«digits:1»)?
  clickhouse-cloud              4b1d«mixed:38»  looks mixed case
hosting
  digitalocean                  do(p|o|r)_v1_«url:16+»  looks random
  heroku                        HRKU-«url:16+»  looks random
  heroku-uuid                   «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind heroku
  vercel                        vc(p|i|a|r|k)_«mixed:20-60»
  netlify                       «wide:40-46»  behind netlify|nfp_
  netlify-personal              nfp_«mixed:36+»
  fly-io                        fo1_«url:16+» fm(1a|1r|2)_«b64:60+»«pad:0-3»  looks random
  scalingo                      tk-us-«url:48»  looks digit
  cloudflare                    «url:40» «hex:37»  behind cloudflare
  cloudflare-origin-ca          v1.0-«hex:24»-«hex:146»
  fastly                        «wide:32»  behind fastly
  planetscale                   pscale_(oauth|pw|tkn)_«open:24+»  looks digit
  supabase                      (sb_secret|sbp)_«url:16+»  looks random
  tailscale                     tskey-(auth|api|client|scim|webhook)-«mixed:8+»-«mixed:16+»
  defined-networking            dnkey-«wide:26»-«wide:52»
  meraki                        «hex:40»  behind meraki
secret store
  memory-vault                  mvt_«hex:64» mvr_«hex:32»_«digits:1-9»_«hex:64»
  hashicorp-vault               hv(s|b|r).«url:20+»
  doppler                       dp.(ct|pt|sa|st).«dotted:16+»  looks random
  jwt                           eyJ«url:5+».«url:2+».«url:0+»(.«url:0+»)?(.«url:0+»)?  apart
  jwt-like                      ey«mixed:17+».ey«slashed:17+».(«slashed:10+»«pad:0-2»)?  looks digit and letter
  jwt-base64                    ZXlK«b64:60+»«pad:0-2»
  pem-base64                    LS0tLS1CRUdJTi«b64:40+»«pad:0-2»  looks private pem
  age-identity                  AGE-SECRET-KEY-1«upper:40+»
  1password-secret-key          A3-«upper:6»-«upper:5-11»-«upper:5-11»-«upper:5-11»-«upper:5-11»(-«upper:5-11»)?(-«upper:5-11»)?
  1password-service-account     ops_ey«b64:100+»«pad:0-2»
  okta                          00«wide:40»  behind okta
  authress                      (sc|ext|scauth|authress)_«mixed:5-30».«mixed:4-6».acc(_|-)«mixed:10-32».«path:30-120»
  infisical                     st.«hex:24».«hex:32».«hex:32»
code
  github                        (ghp|gho|ghu|ghs|ghr|github_pat)_«ident:20+»
  gitlab                        gl(pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas|ffct)-«url:16+»(.«ident:2+»)?(.«ident:2+»)?(.«ident:2+»)?
  gitlab-runner-registration    GR1348941«url:16+»
  gitlab-session                _gitlab_session=«mixed:32»
  bitbucket-app                 ATBB«url:16+»  looks random
  bitbucket                     «lower:32» «wide:64»  behind bitbucket
package
  npm                           npm_«mixed:36»
  pypi                          pypi-Ag«url:16+»  looks random
  rubygems                      rubygems_«url:16+»  looks random
  clojars                       CLOJARS_«mixed:60»  anyCase
  docker                        dckr_(pat|oat)_«url:20+»
  artifactory-key               AKCp«mixed:69»
  artifactory-reference         cmVmd«mixed:59»
  jfrog                         «lower:64» «lower:73»  behind jfrog|artifactory|bintray|xray
build
  terraform-cloud               «mixed:14».atlasv1.«wide:40+»
  pulumi                        pul-«url:16+»  looks random
  harness                       (pat|sat).«url:22».«mixed:24».«mixed:20»
  drone                         «lower:32»  behind droneci|drone_ci
  travis                        «lower:22»  behind travis
  buildkite                     bkua_«hex:40»
  circleci                      CCIPAT_«mixed:22»_«hex:40»
  octopus-deploy                API-«upper:26»  looks digit
  codecov                       «lower:32»  behind codecov
  snyk                          «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind snyk token|snyk key|snyk api|snyk oauth
  sonar                         «wide:40» sq(u|p|a)_«wide:40»  behind sonar login|sonar token|sonarqube
  sonar-token                   sq(u|p|a)_«hex:40»
  sourcegraph                   sgp_«hex:40» sgp_(local|«hex:16»)_«hex:40»
  sourcegraph-old               «hex:40»  behind sourcegraph
  infracost                     ico-«mixed:32»  looks mixed case
  prefect                       pnu_«mixed:36»
  readme                        rdme_«lower:70»
  launchdarkly                  «wide:40»  behind launchdarkly
  contribsys                    «hex:8»:«hex:8»  behind bundle_enterprise__contribsys__com|bundle_gems__contribsys__com  looks any
office
  figma                         figd_«url:40+»
  linear                        lin_api_«ident:32+»
  linear-client                 «hex:32»  behind linear
  notion                        ntn_«digits:11»«mixed:35»
  airtable                      pat«mixed:14».«hex:64»
  airtable-key                  «lower:17»  behind airtable
  atlassian                     AT(A|C)TT3«wide:16+»  looks random
  atlassian-old                 «lower:24»  behind atlassian|confluence|jira
  asana                         «lower:32»  behind asana
  asana-client                  «digits:16»  behind asana client|asana token|asana key|asana id  looks any
  dropbox                       «lower:15»  behind dropbox
  dropbox-short-lived           sl.«url:130+»  looks digit
  contentful                    «wide:43»  behind contentful
  contentful-personal           CFPAT-«url:43»
  postman                       PMAK-«url:16+»  looks random
  adobe                         «hex:32»  behind adobe
  adobe-secret                  p8e-«mixed:32»
  frame-io                      fio-u-«wide:64»
  typeform                      tfp_«open:59»  looks digit
  rapidapi                      «url:50»  behind rapidapi
monitoring
  grafana-cloud                 glc_«b64:32+»«pad:0-2»
  grafana-service-account       glsa_«mixed:32»_«hex:8»
  grafana-api                   eyJrIjoi«mixed:40+»«pad:0-3»
  datadog                       «lower:40» «hex:32»  behind datadog|dd_api_key|dd_app_key
  dynatrace                     dt0c01.«mixed:24».«mixed:64»
  new-relic                     NR(AK|II)-«url:16+» NRJS-«hex:19»  looks random
  new-relic-id                  «lower:64»  behind new relic
  sentry                        sntry(s|u)_«path:16+»  looks random
  sentry-old                    «hex:64»  behind sentry
  sumologic-id                  su«mixed:12»  behind sumo|sumologic
  sumologic-key                 «mixed:64»  behind sumo|sumologic
  algolia                       «lower:32»  behind algolia
  beamer                        b_«wide:44»  behind beamer
  looker                        «mixed:20» «mixed:24»  behind looker
  confluent                     «mixed:16» «mixed:64»  behind confluent
  posthog                       phx_«mixed:43+»
  mapbox                        (pk|sk).«lower:60».«lower:22»
  maxmind                       «mixed:6»_«mixed:29»_mmk
  flickr                        «lower:32»  behind flickr
  new-york-times                «wide:32»  behind nytimes|new york times|newyorktimes
  adafruit                      «url:32»  behind adafruit
chat
  slack-token                   xox(a|b|c|d|e|p|r|s)-«url:10+» xoxe.xox(b|p)-«url:10+» xapp-«url:10+»  looks digit
  slack-legacy                  xoxo-«digits:1+»-«digits:1+»-«url:8+»
  slack-webhook                 (https://|http://)?hooks.slack.com/(services|workflows|triggers)/«path:8+»  anyCase
  office-webhook                (https|http)://«url:1-64».webhook.office.com/webhookb2/«path:16+»  kind webhook  anyCase
  zapier-webhook                (https|http)://hooks.zapier.com/hooks/«path:16+»  kind webhook  anyCase
  discord-webhook               (https|http)://(«ident:2-8».)?discord(app)?.com/api/webhooks/«digits:5-25»/«url:16+»  anyCase
  discord-bot                   (M|N|O)«url:23-27».«url:6».«url:27-40»  apart
  discord                       «hex:64» «wide:32»  behind discord
  discord-client                «digits:18»  behind discord client|discord token|discord app|discord application  looks any
  telegram-bot                  «digits:5-16»:AA«url:30+»
  telegram-named                «digits:5-16»:A«url:34»  behind telegram
  gitter                        «url:40»  behind gitter
  mattermost                    «lower:26»  behind mattermost
  zendesk                       «lower:40»  behind zendesk
  intercom                      «wide:60»  behind intercom
social
  facebook                      «digits:15-16»(\||%)«url:27-40»  with facebook
  facebook-secret               «hex:32»  behind facebook
  facebook-page                 EAA(M|C)«mixed:100+»
  facebook-old                  EAACEdEose0cBA«url:16+»  looks random
  instagram                     IGQV«url:60+»  looks digit
  linkedin                      «mixed:14» «mixed:16»  behind linked in
  twitter                       «lower:25» «lower:45» «lower:50» «digits:15-25»-«mixed:20-40» AAAAAAAAAAAAAAAAAAAAAA«percent:80-100»  behind twitter
  twitch                        «lower:30»  behind twitch
  intra42                       s-s4t2(ud|af)-«hex:64»
mail
  twilio                        SK«hex:32»
  sendgrid                      SG.«open:40+»  looks random
  mailgun                       key-«hex:32»  apart
  mailgun-public                pubkey-«hex:32»
  mailgun-signing               «lower:32»-«lower:8»-«lower:8»  behind mailgun
  mailchimp                     «hex:32»-us«digits:1-2»
  sendinblue                    xkeysib-«hex:64»-«mixed:16»
  sendbird                      «hex:40» «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind sendbird
  messagebird                   «lower:25» «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind message bird
  hubspot                       «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind hubspot
  squarespace                   «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind squarespace
  lob                           (live|test)_«hex:35» (live|test)_pub_«hex:31»  behind lob
  settlemint                    sm_(aat|pat|sat)_«mixed:16»
payment
  stripe                        (s|r)k_(live|test|prod)_«mixed:10+»
  stripe-webhook                whsec_«path:16+»
  shopify                       shp(pa|ca|at|ss)_«mixed:32+»
  square                        sq0(atp|csp)-«url:16+»  looks random
  square-access                 EAAA«url:22-60»  looks random
  shippo                        shippo_(live|test)_«hex:40»
  easypost                      EZ(A|T)K«mixed:54»  looks digit
  duffel                        duffel_(test|live)_«wide:43»  looks digit
  flutterwave                   FLW(PUBK|SECK)_TEST-«mixed:12»(«mixed:20»-X)? FLW(PUBK|SECK)-«mixed:32»-X  looks digit
  plaid                         access-(sandbox|development|production)-«hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»
  plaid-key                     «mixed:24» «mixed:30»  behind plaid
  gocardless                    live_«wide:40»  behind gocardless
  coinbase                      «url:64»  behind coinbase
  bittrex                       «lower:32»  behind bittrex
  kraken                        «path:80-90»  behind kraken
  kucoin                        «hex:24» «hex:8»-«hex:4»-«hex:4»-«hex:4»-«hex:12»  behind kucoin
  etsy                          «lower:24»  behind etsy
  finicity                      «lower:20» «hex:32»  behind finicity
  finnhub                       «lower:20»  behind finnhub
  freshbooks                    «lower:64»  behind freshbooks
ai
  anthropic                     sk-ant-«url:16+»
  openai                        sk-(proj|svcacct|admin|None|or-v1)-«url:16+» sk-«mixed:20+»  apart
  openai-marked                 sk-«mixed:20»T3BlbkFJ«mixed:20» sk-(proj|svcacct|admin)-«url:58-74»T3BlbkFJ«url:58-74»  inside
  huggingface                   hf_«mixed:30+»
  huggingface-organization      api_org_«letters:34»
  groq                          gsk_«mixed:52»
  cohere                        «mixed:40»  behind cohere|co_api_key
  perplexity                    pplx-«url:16+»  looks random
  replicate                     r8_«url:16+»  looks random
  langsmith                     lsv2_(pt|sk)_«url:16+»  looks random
  tavily                        tvly-«url:16+»  looks random
  xai                           xai-«url:16+»  looks random
  nvidia                        nvapi-«url:50+»  looks random
  pinecone                      pcsk_«ident:40+»  looks random
  private-ai                    «lower:32»  behind private ai
  amazon-bedrock                ABSK«b64:109+»«pad:0-2»  kind aws
  amazon-bedrock-short          bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t«path:0+»  kind aws
`;

function tokensOf(rows: string): Token[] {
  let family = '';
  return rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      if (row.startsWith('  ')) return [tokenOf(row, family)];
      family = row;
      return [];
    });
}

/** @throws when a column is of no known sort: a fault of the catalogue */
function tokenOf(row: string, family: string): Token {
  const [id = '', shapes = '', ...columns] = row.trim().split(/ {2,}/);
  let taken = 0;
  const take = (name: string): string | undefined => {
    const column = columns.find((one) => one === name || one.startsWith(`${name} `));
    if (column !== undefined) taken += 1;
    return column?.slice(name.length + 1);
  };
  const behind = take('behind');
  const keywords = (behind ?? take('with'))?.split('|');
  const looks = take('looks') ?? (behind === undefined ? 'any' : 'digit and letter');
  const kind = take('kind') ?? kindOf(id);
  const [anyCase, apart, inside] = ['anyCase', 'apart', 'inside'].map(take);
  if (!isNameOf(LOOKS, looks) || !isNameOf(KINDS, kind) || taken < columns.length)
    throw new Error(`no row of a token: ${row}`);
  return {
    id,
    family,
    kind,
    keywords,
    beside: behind !== undefined,
    shapes: shapes.split(' '),
    anyCase: anyCase !== undefined,
    apart: apart !== undefined,
    inside: inside !== undefined,
    looks: LOOKS[looks],
  };
}

/** The kind whose name the id begins with. */
function kindOf(id: string): string {
  const end = id.lastIndexOf('-');
  if (isNameOf(KINDS, id)) return id;
  return end < 0 ? 'service-token' : kindOf(id.slice(0, end));
}

function isNameOf<T extends object>(names: T, name: string): name is keyof T & string {
  return Object.hasOwn(names, name);
}

/** All tokens. Where two overlap, the first names what was found: those with a form of their own come before the others. */
export const TOKENS: readonly Token[] = tokensOf(ROWS).toSorted(
  (a, b) => Number(a.beside) - Number(b.beside),
);
