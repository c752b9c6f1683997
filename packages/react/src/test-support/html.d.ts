declare module '*.html?url&no-inline' {
  const url: string
  export = url
}
