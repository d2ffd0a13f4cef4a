<?php
// PHP's own server in front of MediaWiki: the two interfaces, nothing else.
$path = strtok( $_SERVER['REQUEST_URI'], '?' );  // parse_url() fails on ":80" in a path
$root = getenv( 'BOOKWHEEL_MEDIAWIKI_ROOT' );
if ( !preg_match( '#^/w/(api|rest)\.php(/.*)?$#s', $path, $found ) ) {
	http_response_code( 404 );
	header( 'Content-Type: text/plain' );
	echo "not found\n";
	return true;
}
$script = "/w/{$found[1]}.php";
$_SERVER['SCRIPT_NAME'] = $script;
$_SERVER['SCRIPT_FILENAME'] = "$root/{$found[1]}.php";
$_SERVER['PHP_SELF'] = $script . ( $found[2] ?? '' );
if ( isset( $found[2] ) ) {
	$_SERVER['PATH_INFO'] = rawurldecode( $found[2] );
}
chdir( $root );
require "$root/{$found[1]}.php";
return true;
