/** Passes requests to the BFF on to `leyden/server.mjs`, and adds the page to the build. */
export declare function leyden(): import('vite').Plugin
