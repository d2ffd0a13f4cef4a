<?php
// Router for PHP's built-in server: /w/api.php and /w/rest.php of the MediaWiki in BOOKWHEEL_MW_ROOT.
// The path is cut by hand because parse_url() refuses paths such as "/wiki/Foo:80".
$path = explode('?', $_SERVER['REQUEST_URI'], 2)[0];
$root = getenv('BOOKWHEEL_MW_ROOT');
if (preg_match('#^/w/(api|rest|index|load)\.php(/.*)?$#s', $path, $part)) {
    $script = "$part[1].php";
    $_SERVER['SCRIPT_NAME'] = "/w/$script";
    $_SERVER['PHP_SELF'] = "/w/$script" . ($part[2] ?? '');
    $_SERVER['SCRIPT_FILENAME'] = "$root/$script";
    if (isset($part[2])) {
        $_SERVER['PATH_INFO'] = rawurldecode($part[2]);
    }
    chdir($root);
    require "$root/$script";
    return true;
}
http_response_code(404);
header('Content-Type: text/plain');
echo "no such address\n";
return true;
