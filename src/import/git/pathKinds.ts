/** Copied from elsewhere, or written by a program. */
export const isForeign = (file: string) =>
  /(?:^|\/)(?:vendor|third[_-]?party|node_modules|external|dist|deps|_vendor)\//.test(file) ||
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.(?:sum|mod)|Cargo\.lock|poetry\.lock|Gemfile\.lock)$/.test(
    file,
  );

/** Documents, tests and what builds them: of a reason there, those who write code learn little. */
export const isBesideCode = (file: string) =>
  isForeign(file) ||
  /(?:^|\/)(?:docs?|t|tests?|specs?|__tests__|testdata|testing|e2e|fixtures|\.github|\.gitlab|\.ci|ci|cirrus|hack|benchmarks?|\.circleci|examples?|news|changelogs?|locales?|po)\//i.test(
    file,
  ) ||
  /(?:^|\/)(?:CHANGE|NEWS|README|HISTORY|RELEASE|AUTHORS|CONTRIBUTING)[^/.]*$/i.test(file) ||
  /(?:^|\/)(?:Makefile|GNUmakefile|\.[^/]+|Vagrantfile|tox\.ini|noxfile\.py|Rakefile)$/.test(
    file,
  ) ||
  /\.(?:md|rst|txt|adoc|po|spec)$|_test\.\w+$|\.(?:test|spec)\.\w+$/i.test(file);
