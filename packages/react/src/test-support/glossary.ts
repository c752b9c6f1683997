/**
 * The terms for money in each language: one term for one thing, in every sentence. A test checks it.
 */
export const glossary = [
  {
    english: /\binvoice\b/i,
    german: /Rechnung/,
    spanish: /factura/i,
    portuguese: /fatura/i,
    japanese: /インボイス/,
    arabic: /فاتورة|الفاتورة/,
  },
  {
    english: /\bwallet\b/i,
    german: /Wallet/,
    spanish: /billetera/i,
    portuguese: /carteira/i,
    japanese: /ウォレット/,
    arabic: /محفظ/,
  },
  {
    english: /\bLightning Address\b/,
    german: /Lightning-Adresse/,
    spanish: /dirección Lightning/i,
    portuguese: /endereço Lightning/i,
    japanese: /ライトニングアドレス/,
    arabic: /عنوان لايتنينغ/,
  },
  {
    english: /\bsats\b/,
    german: /Sats?\b/,
    spanish: /\bsats?\b/,
    portuguese: /\bsats?\b/,
    japanese: /sats/,
    arabic: /ساتوشي/,
  },
  {
    english: /\bQR code\b/,
    german: /QR-Code/,
    spanish: /código QR/i,
    portuguese: /código QR/i,
    japanese: /QR コード/,
    arabic: /رمز QR/,
  },
  {
    english: /\breceipt\b/i,
    german: /beleg/i,
    spanish: /recibo/i,
    portuguese: /recibo/i,
    japanese: /領収証/,
    arabic: /إيصال/,
  },
  {
    english: /\brecipient\b/i,
    german: /Empfänger/,
    spanish: /destinatario/i,
    portuguese: /destinatário/i,
    japanese: /受取人|宛先/,
    arabic: /مستلم/,
  },
] as const
