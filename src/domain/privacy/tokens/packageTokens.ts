import { looksRandom } from '../looksRandom.js';
import { hasDigitAndLetter } from './looks.js';
import type { TokenShape } from './tokenShape.js';

/** Tokens of registries of packages and images. */
export const packageTokens: readonly TokenShape[] = [
  {
    id: 'npm',
    kind: 'npm',
    keywords: ['npm_'],
    shape: 'npm_«mixed:36»',
    example: 'npm_«mixed:36»',
    counterExample: 'npm_config_allow_scripts_and_other_options',
  },
  {
    id: 'pypi',
    keywords: ['pypi-ag'],
    shape: 'pypi-Ag«url:16+»',
    looks: looksRandom,
    example: 'pypi-AgEIcHlwaS5vcmc«mixed:60»',
    counterExample: 'pypi-Agconfiguration-of-the-service',
  },
  {
    id: 'rubygems',
    keywords: ['rubygems_'],
    shape: 'rubygems_«url:16+»',
    looks: looksRandom,
    example: 'rubygems_«hex:48»',
    counterExample: 'rubygems_configuration-of-the-service',
  },
  {
    id: 'clojars',
    keywords: ['clojars_'],
    shape: 'CLOJARS_«mixed:60»',
    anyCase: true,
    example: 'CLOJARS_«mixed:60»',
    counterExample: 'CLOJARS_USERNAME',
  },
  {
    id: 'docker',
    kind: 'docker',
    keywords: ['dckr_pat_', 'dckr_oat_'],
    shape: 'dckr_(pat|oat)_«url:20+»',
    example: 'dckr_pat_«mixed:27»',
    counterExample: 'dckr_pat_token',
  },
  {
    id: 'artifactory-key',
    keywords: ['akcp'],
    shape: 'AKCp«mixed:69»',
    example: 'AKCp«mixed:69»',
    counterExample: 'AKCp«mixed:20»',
  },
  {
    id: 'artifactory-reference',
    keywords: ['cmvmd'],
    shape: 'cmVmd«mixed:59»',
    example: 'cmVmd«mixed:59»',
    counterExample: 'cmVmd«mixed:20»',
  },
  {
    id: 'jfrog',
    keywords: ['jfrog', 'artifactory', 'bintray', 'xray'],
    beside: true,
    shape: ['«lower:64»', '«lower:73»'],
    looks: hasDigitAndLetter,
    example: 'jfrog_key: ⟦«lower:64»⟧',
    counterExample: 'jfrog: «lower:31»',
  },
];
