const CHARGE_REQUIRED = [
  'lnaddress',
  'amount',
  'invoice',
  'watch_url',
  'watch_until',
  'detects',
  'mode',
  'network',
] as const
const CHARGE_PROPERTIES = {
  lnaddress: { $ref: '#/components/schemas/LightningAddress' },
  amount: { $ref: '#/components/schemas/Msat' },
  invoice: {
    type: 'object',
    required: ['uri', 'request'],
    additionalProperties: false,
    properties: {
      uri: { type: 'string', pattern: '^lightning:ln' },
      request: { type: 'string', pattern: '^ln', description: 'BOLT 11.' },
    },
  },
  watch_url: { type: 'string', description: 'Relative to the base of this document.' },
  watch_until: { $ref: '#/components/schemas/Time' },
  detects: { type: 'array', items: { $ref: '#/components/schemas/Detection' } },
  mode: { $ref: '#/components/schemas/Mode' },
  network: { $ref: '#/components/schemas/Network' },
} as const

/** JSON Schemas (2020-12) of what goes over the wire; the types are those of core's `wire.ts`. */
export const SCHEMAS = {
  Network: { enum: ['mainnet', 'testnet', 'signet', 'regtest'] },
  Mode: { enum: ['test', 'live'], description: '`live` moves real money.' },
  Msat: { type: 'string', pattern: '^[0-9]{1,19}$', description: 'Millisatoshis, decimal digits.' },
  LightningAddress: { type: 'string', description: '`<user>@<domain>` (LUD-16).', maxLength: 2048 },
  Hash: { type: 'string', pattern: '^[0-9a-f]{64}$', description: '32 bytes in hex.' },
  Time: { type: 'string', format: 'date-time' },
  ServerTime: {
    type: 'string',
    format: 'date-time',
    description: 'The time of this server when this was sent.',
  },
  Detection: { enum: ['preimage', 'verify', 'app'] },

  Error: {
    type: 'object',
    required: ['success', 'error', 'server_time'],
    additionalProperties: false,
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
          message: { type: 'string', description: 'For developers and logs, not for people.' },
          field: { type: 'string' },
          expected: { type: 'string' },
          actual: { type: 'string' },
          retry_after_ms: { type: 'integer', minimum: 0 },
        },
      },
      server_time: { $ref: '#/components/schemas/ServerTime' },
    },
  },

  AddressValidation: {
    oneOf: [
      {
        type: 'object',
        required: ['valid', 'metadata', 'mode', 'network'],
        additionalProperties: false,
        properties: {
          valid: { const: true },
          metadata: { $ref: '#/components/schemas/PayMetadata' },
          mode: { $ref: '#/components/schemas/Mode' },
          network: { $ref: '#/components/schemas/Network' },
          takes_payer_data: { const: true, description: 'A charge may carry `payer_data`.' },
        },
      },
      {
        type: 'object',
        required: ['valid', 'reason', 'mode', 'network'],
        additionalProperties: false,
        properties: {
          valid: { const: false },
          reason: { enum: ['not_lightning_address', 'no_such_user', 'malformed'] },
          mode: { $ref: '#/components/schemas/Mode' },
          network: { $ref: '#/components/schemas/Network' },
        },
      },
    ],
  },
  PayMetadata: {
    type: 'object',
    description:
      'What the address advertises (LUD-06); fields that are not listed are passed on as they came.',
    required: ['minSendable', 'maxSendable', 'tag', 'metadata', 'callback'],
    properties: {
      minSendable: { type: 'number', description: 'Millisatoshis.' },
      maxSendable: { type: 'number', description: 'Millisatoshis.' },
      commentAllowed: { type: 'integer', minimum: 0 },
      tag: { const: 'payRequest' },
      metadata: { type: 'string', description: 'A JSON array of `[mime type, content]` pairs.' },
      callback: { type: 'string' },
      payerData: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { mandatory: { type: 'boolean' } } },
      },
      disposable: { type: 'boolean' },
    },
  },

  ChargeRequest: {
    description: 'Either the terms, or an intent that a server of the shop has signed.',
    oneOf: [
      {
        type: 'object',
        required: ['lnaddress', 'amount'],
        additionalProperties: false,
        properties: {
          lnaddress: { $ref: '#/components/schemas/LightningAddress' },
          amount: { $ref: '#/components/schemas/Msat' },
          description: { type: 'string', maxLength: 639 },
          reference: { type: 'string', maxLength: 255 },
          payer_data: { $ref: '#/components/schemas/PayerData' },
        },
      },
      {
        type: 'object',
        required: ['intent'],
        additionalProperties: false,
        properties: {
          intent: { type: 'string' },
          payer_data: { $ref: '#/components/schemas/PayerData' },
        },
      },
    ],
  },
  PayerData: {
    type: 'object',
    additionalProperties: false,
    description: 'What the person agreed to tell (LUD-18), where addresses are paid directly.',
    properties: {
      name: { type: 'string', maxLength: 254 },
      identifier: { type: 'string', maxLength: 254 },
      email: { type: 'string', maxLength: 254 },
    },
  },
  Charge: {
    type: 'object',
    required: CHARGE_REQUIRED,
    additionalProperties: false,
    properties: CHARGE_PROPERTIES,
  },

  RampSessionRequest: {
    type: 'object',
    description: 'What a page may say; the rest is the server’s. `email` is for guests.',
    additionalProperties: false,
    properties: {
      email: { type: 'string', maxLength: 254 },
      quote_currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      base_currency: { type: 'string', pattern: '^[A-Z0-9]{2,10}$' },
      destination: { type: 'string', description: 'A Lightning Address or an on-chain address.' },
      metadata: {
        type: 'object',
        maxProperties: 10,
        additionalProperties: { type: 'string', maxLength: 500 },
      },
    },
  },
  RampSession: {
    type: 'object',
    required: [
      'session_token',
      'widget_url',
      'session_id',
      'expires_at',
      'watch_url',
      'ramp_origins',
      'mode',
    ],
    additionalProperties: false,
    properties: {
      session_token: { type: 'string' },
      widget_url: { type: 'string', description: 'To be used exactly as it is.' },
      session_id: { type: 'string' },
      expires_at: { $ref: '#/components/schemas/Time' },
      watch_url: { type: 'string' },
      ramp_origins: { type: 'array', items: { type: 'string' } },
      mode: { $ref: '#/components/schemas/Mode' },
    },
  },

  WatchState: {
    oneOf: [
      {
        type: 'object',
        required: ['kind', 'status', 'at'],
        additionalProperties: false,
        properties: {
          kind: { const: 'charge' },
          status: { enum: ['open', 'paid', 'expired'] },
          evidence: { $ref: '#/components/schemas/Detection' },
          preimage: { $ref: '#/components/schemas/Hash' },
          success: { $ref: '#/components/schemas/SuccessNote' },
          at: { $ref: '#/components/schemas/Time' },
          paid_at: {
            type: 'string',
            format: 'date-time',
            description: 'When the payment happened, where that is known.',
          },
          server_time: { $ref: '#/components/schemas/ServerTime' },
        },
      },
      {
        type: 'object',
        required: ['kind', 'status', 'at'],
        additionalProperties: false,
        properties: {
          kind: { const: 'ramp' },
          status: {
            enum: [
              'created',
              'open',
              'processing',
              'completed',
              'failed',
              'cancelled',
              'expired',
              'needs_review',
            ],
          },
          livemode: { type: 'boolean' },
          details: { type: 'object', additionalProperties: { type: 'string' } },
          at: { $ref: '#/components/schemas/Time' },
          reviewed_at: {
            $ref: '#/components/schemas/Time',
            description:
              'When the shop last released an event of this session. A state with a later one replaces what was known before, `needs_review` too.',
          },
          server_time: { $ref: '#/components/schemas/ServerTime' },
        },
      },
    ],
  },
  SuccessNote: {
    description: 'The recipient’s words (LUD-09, LUD-10): to be shown as text.',
    oneOf: [
      {
        type: 'object',
        required: ['tag', 'message'],
        additionalProperties: false,
        properties: { tag: { const: 'message' }, message: { type: 'string' } },
      },
      {
        type: 'object',
        required: ['tag', 'description', 'url', 'foreign'],
        additionalProperties: false,
        properties: {
          tag: { const: 'url' },
          description: { type: 'string' },
          url: { type: 'string' },
          foreign: { type: 'boolean', description: 'The link leads to another host than the payment did.' },
        },
      },
      {
        type: 'object',
        required: ['tag', 'description', 'text'],
        additionalProperties: false,
        properties: { tag: { const: 'secret' }, description: { type: 'string' }, text: { type: 'string' } },
      },
    ],
  },

  Proof: {
    type: 'object',
    required: ['preimage'],
    additionalProperties: false,
    properties: { preimage: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' } },
  },
  Settlement: {
    type: 'object',
    required: ['payment_hash'],
    additionalProperties: false,
    properties: {
      payment_hash: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' },
      preimage: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' },
      paid_at: {
        type: 'string',
        format: 'date-time',
        description: 'When the payment happened: not before the charge was made, and not in the future.',
      },
    },
  },
  IntentRequest: {
    type: 'object',
    required: ['lnaddress', 'amount', 'reference'],
    additionalProperties: false,
    properties: {
      lnaddress: { $ref: '#/components/schemas/LightningAddress' },
      amount: { $ref: '#/components/schemas/Msat' },
      description: { type: 'string', maxLength: 639 },
      reference: { type: 'string', maxLength: 255 },
    },
  },
  Intent: {
    type: 'object',
    required: ['intent'],
    additionalProperties: false,
    properties: {
      intent: {
        type: 'string',
        description: 'A charge can be made of it for 15 minutes; it can be read for 31 days.',
      },
    },
  },
  IntentReading: {
    type: 'object',
    required: ['lnaddress', 'amount', 'reference', 'expires_at', 'mode', 'network'],
    additionalProperties: false,
    properties: {
      lnaddress: { $ref: '#/components/schemas/LightningAddress' },
      amount: { $ref: '#/components/schemas/Msat' },
      description: { type: 'string', maxLength: 639 },
      reference: { type: 'string', maxLength: 255 },
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'Until when a charge can be made of it.',
      },
      charge: {
        description:
          'The charge of this reference that was paid first, else the newest one where it has the terms of this intent.',
        $ref: '#/components/schemas/IntentCharge',
      },
      mode: { $ref: '#/components/schemas/Mode' },
      network: { $ref: '#/components/schemas/Network' },
    },
  },
  IntentCharge: {
    type: 'object',
    required: [...CHARGE_REQUIRED, 'created_at', 'state'],
    additionalProperties: false,
    properties: {
      ...CHARGE_PROPERTIES,
      created_at: { $ref: '#/components/schemas/Time' },
      state: { $ref: '#/components/schemas/WatchState' },
    },
  },
  DrainRequest: {
    type: 'object',
    additionalProperties: false,
    properties: { dead: { type: 'boolean', description: 'Also what had been given up.' } },
  },
  Drained: {
    type: 'object',
    required: ['revived', 'delivered'],
    additionalProperties: false,
    properties: { revived: { type: 'integer' }, delivered: { type: 'integer' } },
  },
  EraseRequest: {
    oneOf: [
      {
        type: 'object',
        required: ['payment_hash'],
        additionalProperties: false,
        properties: { payment_hash: { $ref: '#/components/schemas/Hash' } },
      },
      {
        type: 'object',
        required: ['session_id'],
        additionalProperties: false,
        properties: { session_id: { type: 'string', maxLength: 255, description: 'As events name it.' } },
      },
    ],
  },
  Erased: {
    type: 'object',
    required: ['erased'],
    additionalProperties: false,
    properties: { erased: { type: 'boolean', description: 'Whether there was such a charge or session.' } },
  },
} as const
