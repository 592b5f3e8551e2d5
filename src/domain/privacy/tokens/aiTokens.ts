import type { TokenShape } from './tokenShape.js';

/** Keys of language models. */
export const aiTokens: readonly TokenShape[] = [
  {
    id: 'anthropic',
    kind: 'anthropic',
    keywords: ['sk-ant-'],
    shape: /(?<![A-Za-z])sk-ant-[\w-]{16,}/dg,
    example: 'sk-ant-api03-«mixed:93»AA',
    counterExample: 'sk-ant-key',
  },
  {
    id: 'openai',
    kind: 'openai',
    keywords: ['sk-'],
    shape: /(?<![\w-])sk-(?:(?:proj|svcacct|admin|None|or-v1)-[\w-]{16,}|[A-Za-z0-9]{20,})/dg,
    example: 'sk-«mixed:48»',
    counterExample: 'task-list',
  },
  {
    // In the midst of a word, too: it is long, and holds what every key of theirs holds.
    id: 'openai-marked',
    kind: 'openai',
    keywords: ['t3blbkfj'],
    shape:
      /sk-(?:(?:proj|svcacct|admin)-[\w-]{58,74}T3BlbkFJ[\w-]{58,74}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})/dg,
    example: 'sk-«mixed:20»T3BlbkFJ«mixed:20»',
    counterExample: 'sk-T3BlbkFJ',
  },
  {
    id: 'huggingface',
    kind: 'huggingface',
    keywords: ['hf_'],
    shape: /(?<![A-Za-z])hf_[A-Za-z0-9]{30,}/dg,
    example: 'hf_«mixed:34»',
    counterExample: 'hf_hub_download',
  },
  {
    id: 'groq',
    kind: 'groq',
    keywords: ['gsk_'],
    shape: /(?<![A-Za-z])gsk_[A-Za-z0-9]{52}(?![A-Za-z0-9])/dg,
    example: 'gsk_«mixed:52»',
    counterExample: 'gsk_«mixed:20»',
  },
];
