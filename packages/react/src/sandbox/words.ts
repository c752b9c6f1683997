/** What people read of the sandbox in the page. */
export interface SandboxWords {
  /** The badge, in place of "Test mode". */
  badge: string
  pay: string
  /** The wallet does not pay. */
  fail: string
  /** The time of the invoice is over. */
  expire: string
}

const english: SandboxWords = {
  badge: 'Play money',
  pay: 'Pay with play money',
  fail: 'Fail',
  expire: 'Expire',
}

const words: Readonly<Record<string, SandboxWords>> = {
  en: english,
  de: {
    badge: 'Spielgeld',
    pay: 'Mit Spielgeld bezahlen',
    fail: 'Scheitern',
    expire: 'Ablaufen',
  },
  es: {
    badge: 'Dinero ficticio',
    pay: 'Pagar con dinero ficticio',
    fail: 'Fallar',
    expire: 'Vencer',
  },
  pt: {
    badge: 'Dinheiro fictício',
    pay: 'Pagar com dinheiro fictício',
    fail: 'Falhar',
    expire: 'Expirar',
  },
  ja: {
    badge: '模擬マネー',
    pay: '模擬マネーで支払う',
    fail: '失敗',
    expire: '期限切れ',
  },
  ar: {
    badge: 'نقود وهمية',
    pay: 'الدفع بنقود وهمية',
    fail: 'فشل',
    expire: 'انتهاء',
  },
}

/** The words in a language that we have, otherwise in English. */
export function wordsFor(locale: string): SandboxWords {
  return words[locale.toLowerCase().split(/[-_]/)[0] ?? ''] ?? english
}
