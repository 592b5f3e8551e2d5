import type { TokenShape } from './tokenShape.js';

/** An id of an access key of AWS. */
export const AWS_KEY_ID = /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/dg;

/** Keys of clouds, of what runs in them, and of vaults of secrets. */
export const cloudTokens: readonly TokenShape[] = [
  {
    id: 'aws-key-id',
    kind: 'aws',
    keywords: ['akia', 'asia'],
    shape: AWS_KEY_ID,
    example: 'AKIA«upper:16»',
    counterExample: 'AKIA-«upper:16»',
  },
  {
    id: 'aws-other-id',
    kind: 'aws',
    keywords: ['a3t', 'agpa', 'aida', 'aroa', 'aipa', 'anpa', 'anva'],
    shape: /(?<![A-Za-z0-9_])A(?:3T[A-Z0-9]|GPA|IDA|ROA|IPA|NPA|NVA)[A-Z0-9]{16}(?![A-Za-z0-9_])/dg,
    example: 'AROA«upper:16»',
    counterExample: 'AROA«upper:17»',
  },
  {
    id: 'google',
    kind: 'google',
    keywords: ['aiza', 'gocspx-', 'ya29.', '1//0'],
    shape:
      /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|ya29\.[\w.-]{16,}|1\/\/0[\w-]{30,})/dg,
    example: 'AIza«mixed:35»',
    counterExample: 'AIza-keys',
  },
  {
    id: 'azure-client-secret',
    kind: 'azure',
    keywords: [...'0123456789'].map((digit) => `${digit}q~`),
    shape: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{30,40}(?![\w~.-])/dg,
    example: 'abc8Q~«mixed:34»',
    counterExample: 'abc8Q~«mixed:10»',
  },
  {
    id: 'databricks',
    kind: 'databricks',
    keywords: ['dapi'],
    shape: /(?<![A-Za-z])dapi[A-Fa-f0-9]{32}(?:-\d)?(?![A-Fa-f0-9])/dg,
    example: 'dapi«hex:32»',
    counterExample: 'dapi«hex:33»',
  },
  {
    id: 'hashicorp-vault',
    kind: 'hashicorp-vault',
    keywords: ['hvs.', 'hvb.', 'hvr.'],
    shape: /(?<![A-Za-z])hv[sbr]\.[\w-]{20,}/dg,
    example: 'hvs.«mixed:95»',
    counterExample: 'hvs.example',
  },
  {
    id: 'terraform-cloud',
    kind: 'service-token',
    keywords: ['.atlasv1.'],
    shape: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}/dg,
    example: '«mixed:14».atlasv1.«mixed:67»',
    counterExample: '«mixed:14».atlasv1.token',
  },
  {
    id: 'vercel',
    kind: 'vercel',
    keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    shape: /(?<![A-Za-z])vc[piark]_[A-Za-z0-9]{20,60}(?![A-Za-z0-9])/dg,
    example: 'vcp_«mixed:24»',
    counterExample: 'vcp_«mixed:10»',
  },
  {
    id: 'grafana-cloud',
    kind: 'grafana',
    keywords: ['glc_'],
    shape: /(?<![A-Za-z])glc_[A-Za-z0-9+/]{32,}={0,2}/dg,
    example: 'glc_«mixed:40»',
    counterExample: 'glc_token',
  },
  {
    id: 'grafana-service-account',
    kind: 'grafana',
    keywords: ['glsa_'],
    shape: /(?<![A-Za-z])glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}(?![A-Fa-f0-9])/dg,
    example: 'glsa_«mixed:32»_«hex:8»',
    counterExample: 'glsa_«mixed:32»',
  },
  {
    id: 'jwt',
    kind: 'jwt',
    keywords: ['eyj'],
    shape: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*){1,3}/dg,
    example: 'eyJ«mixed:20».eyJ«mixed:20».«mixed:30»',
    counterExample: 'eyJhbGciOi.',
  },
  {
    // Base64 of `-----BEGIN`, as in Kubernetes manifests; not of certificates and public keys.
    id: 'pem-base64',
    kind: 'pem',
    keywords: ['ls0tls1crudjti'],
    shape: /LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[A-Za-z0-9+/]{40,}={0,2}/dg,
    example: 'LS0tLS1CRUdJTi«mixed:60»',
    counterExample: 'LS0tLS1CRUdJTiBDRVJU«mixed:60»',
  },
  {
    id: 'age-identity',
    kind: 'age',
    keywords: ['age-secret-key-1'],
    shape: /AGE-SECRET-KEY-1[A-Z0-9]{40,}/dg,
    example: 'AGE-SECRET-KEY-1«upper:58»',
    counterExample: 'age1«lower:58»',
  },
  {
    id: '1password-secret-key',
    kind: '1password',
    keywords: ['a3-'],
    shape: /(?<![A-Za-z0-9])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,6}/dg,
    example: 'A3-«upper:6»-«upper:6»-«upper:5»-«upper:5»-«upper:5»-«upper:5»',
    counterExample: 'A3-«upper:6»-«upper:6»',
  },
  {
    // Base64 of a JSON object.
    id: '1password-service-account',
    kind: '1password',
    keywords: ['ops_ey'],
    shape: /(?<![A-Za-z])ops_ey[A-Za-z0-9+/]{100,}={0,2}/dg,
    example: 'ops_eyJ«mixed:240»fQ==',
    counterExample: 'ops_eyes',
  },
];
