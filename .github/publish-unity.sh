#!/usr/bin/env bash
# Pushes the Unity package, with the built scripts, as the branch `unity` and a tag: Unity's Package Manager installs
# from git, and the other branches have no built files.
set -euo pipefail
remote=${1:-origin}
folder=packages/embed/engines/unity
version=$(node -p "require('./$folder/package.json').version")
if git ls-remote --exit-code --tags "$remote" "unity-$version" > /dev/null; then exit; fi
test -f "$folder/Web~/leyden.js"

GIT_DIR=$(git rev-parse --absolute-git-dir)
GIT_INDEX_FILE=$(mktemp -u)
export GIT_DIR GIT_INDEX_FILE
git -C "$folder" --work-tree=. add --all --force .
tree=$(git write-tree)
rm "$GIT_INDEX_FILE"

parents=()
if git fetch --quiet "$remote" unity 2>/dev/null; then parents=(-p FETCH_HEAD); fi
commit=$(git commit-tree "$tree" ${parents[@]+"${parents[@]}"} -m "Leyden for Unity $version")
git push --quiet "$remote" "$commit:refs/heads/unity" "$commit:refs/tags/unity-$version"
