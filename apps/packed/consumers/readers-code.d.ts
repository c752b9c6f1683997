// biome-ignore-all lint/suspicious/noExplicitAny: nobody knows the types of a reader's own code
// The names in fragments of the documentation: what the reader has imported before, and the reader's own code.
declare const bff: import('@leyden/bff').Bff
declare const createBff: typeof import('@leyden/bff').createBff
declare const LeydenProvider: typeof import('@leyden/react').LeydenProvider
declare const PayToLightningAddress: typeof import('@leyden/react').PayToLightningAddress
declare const RampWidget: typeof import('@leyden/react').RampWidget
declare const leydenKeys: typeof import('@leyden/react/query').leydenKeys
declare const dehydrate: typeof import('@tanstack/react-query').dehydrate
declare const queryClient: import('@tanstack/react-query').QueryClient
declare const Leyden: typeof import('@leyden/embed').Leyden
type Language = import('@leyden/react').Language
type Log = import('@leyden/core').Log
type Payment = Parameters<Parameters<import('@leyden/bff').SettlementSource['listen']>[0]['paid']>[0]

declare const app: any
declare const readersCode: any
declare const apiKey: string
declare const baseUrl: string
declare const secret: string
declare const invoice: string
declare const orders: any
declare function count(amountMsat: bigint): void
declare function deliver(...values: unknown[]): Promise<void>
declare function getIntent(orderId: string): Promise<string>
declare function giveBack(...values: unknown[]): Promise<void>
declare function refund(...values: unknown[]): Promise<void>
declare function ship(...values: unknown[]): Promise<void>
declare function signOrder(id: string, request: unknown): Promise<string | undefined>
declare function thank(id: string): void
declare function unlock(...values: unknown[]): void

// The globals of Jest.
declare const it: any
declare const expect: any

declare namespace NodeJS {
  interface ProcessEnv {
    /** Set by the reader's own setup of Jest. */
    WALLET_URL: string
  }
}
