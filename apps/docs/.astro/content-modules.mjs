
export default new Map([
["src/content/docs/recipes/checkout.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fcheckout.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/buy-bitcoin.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fbuy-bitcoin.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/donation-page.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fdonation-page.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/pay-button.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fpay-button.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/payout-address.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fpayout-address.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/game-shop.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fgame-shop.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/paywall.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Fpaywall.mdx&astroContentModuleFlag=true")],
["src/content/docs/start/checkout.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Fstart%2Fcheckout.mdx&astroContentModuleFlag=true")],
["src/content/docs/recipes/tip-jar.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Frecipes%2Ftip-jar.mdx&astroContentModuleFlag=true")],
["src/content/docs/index.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Findex.mdx&astroContentModuleFlag=true")],
["src/content/docs/start/react.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Fstart%2Freact.mdx&astroContentModuleFlag=true")],
["src/content/docs/start/script-tag.mdx", () => import("astro:content-layer-deferred-module?astro%3Acontent-layer-deferred-module=&fileName=src%2Fcontent%2Fdocs%2Fstart%2Fscript-tag.mdx&astroContentModuleFlag=true")]]);
		