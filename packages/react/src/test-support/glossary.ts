/** The term for a thing, and the words that are never used for it. */
type Words = readonly [word: RegExp, never?: RegExp]

/**
 * One term for each thing. If an English message has the term, the message in each language has that language's term.
 * No message of either widget has one of the other words.
 */
export interface Term {
  english: Words
  german: Words
  spanish: Words
  portuguese: Words
  japanese: Words
  arabic: Words
}

// biome-ignore format: one line for each language
export const glossary: readonly Term[] = [
  {
    english: [/\binvoice\b/i], german: [/Rechnung/, /Invoice/], spanish: [/factura/i, /invoice/i],
    portuguese: [/fatura/i, /invoice/i], japanese: [/インボイス/, /請求書/], arabic: [/فاتورة/],
  },
  {
    english: [/\bwallet\b/i], german: [/Wallet/, /Geldbörse/], spanish: [/billetera/i, /monedero|cartera/i],
    portuguese: [/carteira/i, /wallet/i], japanese: [/ウォレット/, /財布/], arabic: [/محفظ/],
  },
  {
    english: [/\bLightning Address\b/], german: [/Lightning-Adresse/], spanish: [/dirección Lightning/i],
    portuguese: [/endereço Lightning/i], japanese: [/ライトニングアドレス/], arabic: [/عنوان لايتنينغ/],
  },
  {
    english: [/\baddress\b/i], german: [/Adresse/], spanish: [/dirección|correo/i],
    portuguese: [/endereço|e-mail/i], japanese: [/アドレス/], arabic: [/عنوان|بريد/],
  },
  {
    english: [/\be-mail\b/i, /\bemail\b/i], german: [/E-Mail/, /\bMail\b(?<!-Mail)/], spanish: [/correo electrónico/i, /e-?mail/i],
    portuguese: [/e-mail/i, /\bemail\b|correio/i], japanese: [/メール/], arabic: [/البريد الإلكتروني|بريد إلكتروني|بريدك الإلكتروني/],
  },
  {
    english: [/\bpayments?\b/i], german: [/Zahlung|Payment-Hash/], spanish: [/pago/i],
    portuguese: [/pagamento/i], japanese: [/支払|決済|ペイメント/, /お?支払(?!い|う|わ|え|っ|済)/], arabic: [/دفع|دفوع|بصمة/],
  },
  {
    english: [/\bamount\b/i], german: [/betrag/i], spanish: [/monto/i, /importe|cantidad/i],
    portuguese: [/valor/i, /montante|quantia/i], japanese: [/金額/], arabic: [/مبلغ/],
  },
  {
    english: [/\bsats\b/], german: [/Sats?\b/], spanish: [/\bsats?\b/],
    portuguese: [/\bsats?\b/], japanese: [/sats/], arabic: [/ساتوشي/, /سات(?!وشي)/],
  },
  {
    english: [/\bQR code\b/, /\bQR Code\b/], german: [/QR-Code/], spanish: [/código QR/i],
    portuguese: [/QR Code/, /código QR/i], japanese: [/QR コード/, /QRコード/], arabic: [/رمز QR/],
  },
  {
    english: [/\breceipt\b/i], german: [/beleg/i, /Quittung/], spanish: [/recibo/i, /comprobante/i],
    portuguese: [/recibo/i, /comprovante/i], japanese: [/レシート/, /領収/], arabic: [/إيصال/],
  },
  {
    english: [/\bproof\b/i], german: [/beweis/i, /Nachweis/], spanish: [/prueba/i],
    portuguese: [/prova/i], japanese: [/証明/], arabic: [/إثبات/],
  },
  {
    english: [/\brecipient\b/i, /\bpayee\b/i], german: [/Empfänger/], spanish: [/destinatario/i, /beneficiario/i],
    portuguese: [/destinatário/i, /beneficiário|recebedor/i], japanese: [/受取人/, /宛先|受取者/], arabic: [/مستلم/, /المتلقي/],
  },
  {
    english: [/\bshop\b/i, /\b(store|merchant)\b/i], german: [/Shop/, /Laden\b|Händler|Geschäft/], spanish: [/tienda/i, /comercio/i],
    portuguese: [/loja/i, /comerciante/i], japanese: [/ショップ/, /お店|店舗/], arabic: [/متجر/],
  },
  {
    english: [/\bprovider\b/i], german: [/Anbieter/], spanish: [/proveedor/i],
    portuguese: [/provedor/i, /fornecedor/i], japanese: [/事業者/, /プロバイダ/], arabic: [/مزوّد/, /مزود/],
  },
  {
    english: [/\border\b/i], german: [/Bestellung/, /Auftrag/], spanish: [/pedido/i, /\borden\b/i],
    portuguese: [/pedido/i], japanese: [/注文/], arabic: [/طلب/],
  },
  {
    english: [/\bpurchase\b/i], german: [/Kauf/], spanish: [/compra/i],
    portuguese: [/compra/i], japanese: [/購入/], arabic: [/شراء/],
  },
  {
    english: [/\bbrowser\b/i], german: [/Browser/], spanish: [/navegador/i],
    portuguese: [/navegador/i], japanese: [/ブラウザ/, /ブラウザー/], arabic: [/متصفح/],
  },
  {
    english: [/\bsign in\b/i, /\blog ?in\b/i], german: [/melde dich an/, /einlogg|logge/i], spanish: [/inicia sesión/i],
    portuguese: [/entre na sua conta/i, /login|logar/i], japanese: [/ログイン/, /サインイン/], arabic: [/سجّل الدخول/],
  },
  {
    english: [/\bexpired\b/i, /\brun out\b/i], german: [/abgelaufen|Ablauf/], spanish: [/venci/i, /caduc|expir/i],
    portuguese: [/venc/i, /expir/i], japanese: [/期限/], arabic: [/صلاحية/],
  },
  {
    english: [/\boffline\b/i], german: [/offline/], spanish: [/sin conexión|no tienes conexión/i],
    portuguese: [/sem conexão/i, /offline/i], japanese: [/オフライン/], arabic: [/غير متصل بالإنترنت/],
  },
  {
    english: [/^Try again/, /\bretry\b/i], german: [/^Erneut versuchen/, /noch ?(ein)?mal/i], spanish: [/^Intentar de nuevo/, /reintentar/i],
    portuguese: [/^Tentar de novo/, /novamente/i], japanese: [/もう一度試す/, /再試行/], arabic: [/^إعادة المحاولة/, /مجددًا/],
  },
  {
    english: [/^Cancel$/, /\babort/i], german: [/^Abbrechen$/], spanish: [/^Cancelar$/],
    portuguese: [/^Cancelar$/], japanese: [/^キャンセル$/], arabic: [/^إلغاء$/],
  },
  {
    english: [/^Back\b/], german: [/^Zurück/], spanish: [/^Volver/],
    portuguese: [/^Voltar/], japanese: [/戻る$/], arabic: [/رجوع/, /العودة إلى/],
  },
  {
    english: [/^Show\b/], german: [/anzeigen$/i], spanish: [/mostrar/i],
    portuguese: [/^Mostrar/], japanese: [/表示$/], arabic: [/^عرض/, /إظهار|^اعرض/],
  },
  {
    english: [/^Copy\b/], german: [/kopieren$/], spanish: [/^Copiar/],
    portuguese: [/^Copiar/], japanese: [/をコピー$/], arabic: [/^نسخ/],
  },
  {
    english: [/^Pay\b/], german: [/bezahlen$/i], spanish: [/^Pagar/],
    portuguese: [/^Pagar/], japanese: [/支払う$/], arabic: [/دفع/, /^ادفع/],
  },
]

/**
 * Words that no message has: other forms of address than ours, the perfect tense of Spain, punctuation of another
 * script.
 */
export const avoided: Readonly<Partial<Record<keyof Term, RegExp>>> = {
  german: /\b(Sie|Ihnen|Ihre?[nmrs]?)\b/,
  spanish: /\b(usted|vosotros|vuestr\w+|(he|has?|hemos|han) \p{L}+[ai]do)\b|[«»]/iu,
  japanese: /[?!:;()~,]/,
  arabic: /[?;]|,(?!\d)/,
}
