#!/usr/bin/env bash
# Put what the tests against a real MediaWiki need on a Debian or Ubuntu machine: PHP with a few extensions, and
# MediaWiki's files, unpacked but not configured. No web server, no database server.
#
#   tests/mediawiki/install.sh [DIRECTORY]     (default: $BOOKWHEEL_MEDIAWIKI, else ~/.cache/bookwheel/mediawiki)
#
# Does nothing when everything is there already. Needs root only to install PHP.
set -euo pipefail

target=${1:-${BOOKWHEEL_MEDIAWIKI:-${XDG_CACHE_HOME:-$HOME/.cache}/bookwheel/mediawiki}}
root=$target/usr/share/mediawiki

has_php() {
    command -v php >/dev/null && php -r 'exit((extension_loaded("sqlite3") && extension_loaded("mbstring")
        && extension_loaded("xml") && extension_loaded("intl")) ? 0 : 1);'
}

if has_php && [ -f "$root/includes/Setup.php" ]; then
    echo "MediaWiki is at $root"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
if ! has_php; then
    # The versioned packages leave out Apache, which the unversioned ones pull in.
    version=$(apt-cache depends php-cli | sed -n 's/.*Depends: php\([0-9.]*\)-cli/\1/p' | head -n 1)
    apt-get install -y -qq --no-install-recommends \
        "php$version-cli" "php$version-sqlite3" "php$version-mbstring" "php$version-xml" "php$version-intl" >/dev/null
    command -v php >/dev/null || update-alternatives --install /usr/bin/php php "/usr/bin/php$version" 80
fi

packages=$(mktemp -d)
trap 'rm -rf "$packages"' EXIT
chown _apt "$packages" 2>/dev/null || chmod 755 "$packages"
(cd "$packages" && apt-get download -qq mediawiki mediawiki-classes)
mkdir -p "$target"
for package in "$packages"/*.deb; do
    dpkg -x "$package" "$target"
done
# The package keeps these outside its tree, in places that only its own set-up makes.
rm -f "$root"/{extensions,config,images,LocalSettings.php}
ln -s extensions-core "$root/extensions"
mkdir -p "$root/images"
echo "MediaWiki is at $root"
