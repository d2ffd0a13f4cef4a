<?php
// What a wiki of the tests has beyond its installer's settings. It runs behind a router that mounts it at /EDITION.
$edition = getenv( 'BOOKWHEEL_EDITION' );
$wiki = getenv( 'BOOKWHEEL_WIKI' );
$wgServer = getenv( 'BOOKWHEEL_ROUTER' );
$wgArticlePath = "/$edition/wiki/$1";
$wgSitename = 'Wikipedia';
$wgJobRunRate = 0;
$wgEnableUploads = false;
$wgMaxArticleSize = 4096;
$wgMainCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_DB;
$wgSessionCacheType = CACHE_DB;
$wgCacheDirectory = "$wiki/cache";
$wgTmpDirectory = "$wiki/cache";
$wgShellRestrictionMethod = false;
$wgGroupPermissions['*']['edit'] = false;
$wgExtraNamespaces[100] = 'Portal';
$wgExtraNamespaces[101] = 'Portal_talk';
// Display code and host differ for one edition, as they do for Wikipedia's own.
$wgInterlanguageLinkCodeMap = [ 'als' => 'gsw' ];
$wgExtraInterlanguageLinkPrefixes = [ 'simple', 'als' ];
// A lost database would be made anew: waiting for the disk is worth nothing.
$wgDBservers = [ [
	'type' => 'sqlite', 'dbname' => 'wiki', 'dbDirectory' => "$wiki/data", 'host' => '', 'user' => '',
	'password' => '', 'flags' => DBO_DEFAULT, 'load' => 1, 'variables' => [ 'synchronous' => 'OFF' ],
] ];
$wgObjectCaches[CACHE_DB]['server']['variables'] = [ 'synchronous' => 'OFF' ];
$wgLocalisationCacheConf['storeServer']['variables'] = [ 'synchronous' => 'OFF' ];
foreach ( [ 'Cite', 'ParserFunctions', 'TextExtracts', 'PageImages', 'Poem', 'Scribunto' ] as $extension ) {
	if ( is_file( "$IP/extensions/$extension/extension.json" ) ) {
		wfLoadExtension( $extension );
	}
}
$wgPFEnableStringFunctions = true;
// What Wikimedia's own extensions tell: whether a page is a disambiguation, by its template.
$wgHooks['ParserAfterTidy'][] = static function ( $parser, &$text ) {
	if ( strpos( $text, 'may refer to' ) !== false ) {
		$parser->getOutput()->setPageProperty( 'disambiguation', '' );
	}
};
