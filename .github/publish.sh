#!/usr/bin/env bash
# Publishes what is not on npm yet. Manifests in the repository name no address: they get that of the repository that
# publishes, from REPOSITORY (https://host/owner/name).
set -euo pipefail
for folder in packages/*; do
  (cd "$folder" && npm pkg set repository.type=git "repository.url=git+$REPOSITORY.git" "repository.directory=$folder" \
    "homepage=$REPOSITORY/tree/main/$folder#readme" "bugs.url=$REPOSITORY/issues")
done
# So do the references in errors and console messages.
sed -i.bak "s|^const DOCS = 'docs/'|const DOCS = '$REPOSITORY/blob/main/docs/'|" packages/core/src/client/reference.ts
rm packages/core/src/client/reference.ts.bak
grep -q "$REPOSITORY" packages/core/src/client/reference.ts
node scripts/npm-note.mjs --released
node scripts/build.mjs
npx --yes pnpm@12.21.0 exec changeset publish "$@"
.github/publish-unity.sh
