/** Settings of the demo's server. */
export interface DemoSettings {
  /** 0 takes a free one. */
  port: number
  host: string
  /** Where the page is opened, if Vite serves it in front of this server. @default port */
  pagePort?: number | undefined
  /** Where pages reach the BFF that learns of payments. */
  bffUrl: string
  adminToken: string
  jwt: { secret: string; issuer: string; audience: string }
  /** The ramp page may be framed from here. */
  rampOrigins: string[]
  canRamp: boolean
  /** Seconds after the expiry in which a payment is looked for, in the shop whose server learns of no payment. */
  graceSeconds?: number | undefined
  /** The sandbox that pays; absent with the real service. */
  sandbox?: { url: string; apiKey: string } | undefined
}

/** Reads the settings, or throws one error that lists everything that is missing. */
export function readSettings(env: Record<string, string | undefined>): DemoSettings {
  const missing: string[] = []
  const need = (name: string) => {
    const value = env[name]
    if (!value) missing.push(name)
    return value ?? ''
  }
  const sandboxUrl = env.LEYDEN_SANDBOX_URL
  const settings: DemoSettings = {
    port: Number(env.PORT ?? 5173),
    host: env.HOST ?? '127.0.0.1',
    bffUrl: need('LEYDEN_BFF_URL'),
    adminToken: need('LEYDEN_ADMIN_TOKEN'),
    jwt: {
      secret: need('LEYDEN_JWT_SECRET'),
      issuer: env.LEYDEN_JWT_ISSUER ?? 'leyden-demo',
      audience: env.LEYDEN_JWT_AUDIENCE ?? 'leyden-bff',
    },
    rampOrigins: (env.LEYDEN_RAMP_ORIGINS ?? '').split(',').filter(Boolean),
    canRamp: env.LEYDEN_RAMP !== '0',
    graceSeconds: env.LEYDEN_GRACE_SECONDS ? Number(env.LEYDEN_GRACE_SECONDS) : undefined,
    sandbox: sandboxUrl ? { url: sandboxUrl, apiKey: need('LEYDEN_API_KEY') } : undefined,
  }
  if (missing.length > 0) throw new Error(`The demo needs ${missing.join(', ')} in its environment.`)
  return settings
}
