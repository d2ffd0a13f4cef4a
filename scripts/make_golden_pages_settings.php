<?php
// Settings of the loopback wiki that renders the demo articles. Included at the end of LocalSettings.php.
$bookwheelRoot = getenv('BOOKWHEEL_MW_ROOT');
$bookwheelWiki = getenv('BOOKWHEEL_MW_WIKI');
$wgSitename = 'Bookwheel Demo';
$wgMetaNamespace = 'Project';
$wgArticlePath = '/wiki/$1';
$wgJobRunRate = 0;
$wgMainCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_NONE;
$wgCacheDirectory = "$bookwheelWiki/cache";
$wgUploadDirectory = "$bookwheelWiki/images";
$wgTmpDirectory = "$bookwheelWiki/cache";
$wgEnableUploads = true;
$wgUseImageMagick = false;
$wgFileExtensions[] = 'svg';
$wgSVGConverter = false;
$wgShellRestrictionMethod = false;
$wgMaxShellMemory = 0;
$wgPygmentizePath = getenv('BOOKWHEEL_PYGMENTIZE') ?: '/usr/bin/pygmentize';
// fsync of SQLite makes the import fifteen times slower; this wiki lives for a minute.
$wgDBservers = [[
    'type' => 'sqlite', 'dbname' => $wgDBname, 'dbDirectory' => $wgSQLiteDataDir, 'host' => '', 'user' => '',
    'password' => '', 'flags' => DBO_DEFAULT, 'load' => 1, 'variables' => ['synchronous' => 'OFF'],
]];
$bookwheelExtensions = ['Cite', 'ParserFunctions', 'SyntaxHighlight_GeSHi', 'Poem'];
$bookwheelNativeMath = version_compare(MW_VERSION, '1.43', '>=');
if ($bookwheelNativeMath) {
    $bookwheelExtensions[] = 'Math';
    $wgMathValidModes = ['native'];
    $wgDefaultUserOptions['math'] = 'native';
}
foreach ($bookwheelExtensions as $extension) {
    wfLoadExtension($extension);
}
foreach (['Vector', 'MonoBook'] as $skin) {
    if (is_file("$bookwheelRoot/skins/$skin/skin.json")) {
        wfLoadSkin($skin);
    }
}

// MediaWiki 1.39 asks a web service for formulas. There is none here, so <math>, <chem> and <ce> are answered by
// the functions below, in the shape that service gives: hidden MathML with the TeX as an annotation, then a
// picture whose alternative text is the TeX. The picture's address leads nowhere.
if (!$bookwheelNativeMath) {
    $wgHooks['ParserFirstCallInit'][] = static function (Parser $parser) {
        $parser->setHook('math', static fn ($tex, $args) => bookwheelFormula(trim($tex), $args['display'] ?? ''));
        foreach (['chem', 'ce'] as $tag) {
            $parser->setHook($tag, static fn ($tex, $args) => bookwheelFormula('\ce{' . trim($tex) . '}', $args['display'] ?? ''));
        }
    };
}

function bookwheelFormula(string $tex, string $display): string {
    $isBlock = $display === 'block';
    $styled = ($isBlock ? '{\displaystyle ' : ($display === 'inline' ? '{\textstyle ' : '{\displaystyle ')) . $tex . '}';
    $escaped = htmlspecialchars($styled);
    $kind = $isBlock ? 'display' : 'inline';
    $shape = $isBlock ? 'block' : 'inline';
    $class = $isBlock ? 'display' : 'inline';
    $soup = '';
    preg_match_all('/\\\\[a-zA-Z]+|[0-9.]+|[a-zA-Z]|[^\s{}\\\\]/u', $tex, $tokens);
    foreach ($tokens[0] as $token) {
        $tag = preg_match('/^[0-9.]+$/', $token) ? 'mn' : (preg_match('/^[a-zA-Z]$/', $token) ? 'mi' : 'mo');
        $soup .= "<$tag>" . htmlspecialchars(ltrim($token, '\\')) . "</$tag>";
    }
    $block = $isBlock ? ' display="block"' : '';
    $address = 'https://formulas.invalid/svg/' . sha1($tex);
    return "<span class=\"mwe-math-element mwe-math-element-$shape\">"
        . "<span class=\"mwe-math-mathml-$class mwe-math-mathml-a11y\" style=\"display: none;\">"
        . "<math$block xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"$escaped\"><semantics>"
        . "<mrow class=\"MJX-TeXAtom-ORD\"><mstyle displaystyle=\"true\" scriptlevel=\"0\">$soup</mstyle></mrow>"
        . "<annotation encoding=\"application/x-tex\">$escaped</annotation></semantics></math></span>"
        . "<img src=\"$address\" class=\"mwe-math-fallback-image-$kind\" aria-hidden=\"true\""
        . " style=\"vertical-align: -0.7ex; width:9.5ex; height:2.3ex;\" alt=\"$escaped\"/></span>";
}
