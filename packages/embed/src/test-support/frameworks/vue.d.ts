/** Vue with the compiler of templates. */
declare module 'vue/dist/vue.esm-browser.prod.js' {
  export * from 'vue'
}
