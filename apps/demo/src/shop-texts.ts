/** The texts of the shop in one language. The widgets bring their own. */
export interface ShopTexts {
  documentTitle: string
  language: string
  signIn: (name: string) => string
  signOut: string
  heading: string
  lead: string
  whom: string
  /** What each creator makes, by id. */
  crafts: Record<string, string>
  someoneElse: string
  tip: (name: string) => string
  tipAnAddress: string
  yourWallets: string
  noBitcoin: string
  noRamp: string
  buyPrint: string
  aboutPrint: string
  order: (price: string) => string
  onItsWay: string
  playMoney: string
  realMoney: string
  addressesToTry: string
  /** How the sandbox behaves for each address. */
  addresses: Record<string, string>
  browserWallet: string
  installed: string
  lies: string
  aboutBrowserWallet: string
  phoneWallet: string
  told: string
  notTold: string
  payFromPhone: (sats: string) => string
  payFirst: string
  phonePaid: string
  phonePaidUntold: (preimage: string) => string
}

const en: ShopTexts = {
  documentTitle: 'tip a creator',
  language: 'Language',
  signIn: (name) => `Sign in as ${name}`,
  signOut: 'Sign out',
  heading: 'Like it? Tip the person who made it.',
  lead: 'Three artists, no ads, no middleman: your tip goes straight to their own wallets, over Lightning.',
  whom: 'Whom would you like to tip?',
  crafts: {
    alice: 'Watercolour birds',
    bob: 'Sounds of old harbours',
    carol: 'A zine, 2,100 sats',
    else: 'Enter a Lightning Address',
  },
  someoneElse: 'Someone else',
  tip: (name) => `Tip ${name}`,
  tipAnAddress: 'Tip a Lightning Address',
  yourWallets: 'Your wallets',
  noBitcoin: 'No bitcoin yet?',
  noRamp:
    'You cannot buy bitcoin here yet, because the provider cannot reach this shop’s server. If this is your server, its terminal says what to set.',
  buyPrint: 'Buy a print',
  aboutPrint: 'One of Alice’s birds, on heavy paper. The shop fixes the sats when you order.',
  order: (price) => `Order for ${price}`,
  onItsWay: 'Your print is on its way.',
  playMoney: 'A demo with play money: the creators and their wallets are made up, too.',
  realMoney: 'A demo with the real service: payments here are real.',
  addressesToTry: 'Addresses to try',
  addresses: {
    'alice@wallet.example': 'takes 10 to 150,000 sats',
    'bob@mail.example': 'an ordinary e-mail address',
    'wrongamount@wallet.example': 'sends an invoice for the wrong amount',
    'shortlived@wallet.example': 'its invoices expire within seconds',
    'down@wallet.example': 'cannot be reached',
  },
  browserWallet: 'A wallet in this browser',
  installed: 'Installed',
  lies: 'It lies: its proof of payment is fake',
  aboutBrowserWallet: 'It pays when you press “Pay with browser wallet”, and returns proof of payment.',
  phoneWallet: 'A wallet on another phone',
  told: 'The shop’s server is told about the payment',
  notTold: 'The shop’s server is not told',
  payFromPhone: (sats) => `Pay ${sats} sats from the phone`,
  payFirst: 'Press “Pay” first',
  phonePaid: 'The phone has paid, and the shop knows.',
  phonePaidUntold: (preimage) =>
    `The phone has paid, but the shop was not told. The phone shows this preimage: ${preimage}`,
}

const de: ShopTexts = {
  documentTitle: 'Trinkgeld für Kreative',
  language: 'Sprache',
  signIn: (name) => `Als ${name} anmelden`,
  signOut: 'Abmelden',
  heading: 'Gefällt es dir? Gib denen Trinkgeld, die es gemacht haben.',
  lead: 'Drei Kreative, keine Werbung, kein Zwischenhändler: Dein Trinkgeld geht über Lightning direkt an ihre eigenen Wallets.',
  whom: 'Wem möchtest du Trinkgeld geben?',
  crafts: {
    alice: 'Vögel in Aquarell',
    bob: 'Klänge alter Häfen',
    carol: 'Ein Zine, 2.100 Sats',
    else: 'Lightning-Adresse eingeben',
  },
  someoneElse: 'Jemand anderes',
  tip: (name) => `Trinkgeld für ${name}`,
  tipAnAddress: 'Trinkgeld an eine Lightning-Adresse',
  yourWallets: 'Deine Wallets',
  noBitcoin: 'Noch keine Bitcoin?',
  noRamp:
    'Hier kannst du noch keine Bitcoin kaufen, weil der Anbieter den Server dieses Shops nicht erreicht. Ist es dein Server, steht in seinem Terminal, was einzustellen ist.',
  buyPrint: 'Einen Druck kaufen',
  aboutPrint: 'Einer von Alices Vögeln auf schwerem Papier. Der Shop legt die Sats fest, wenn du bestellst.',
  order: (price) => `Für ${price} bestellen`,
  onItsWay: 'Dein Druck ist unterwegs.',
  playMoney: 'Eine Demo mit Spielgeld: Auch die Kreativen und ihre Wallets sind erfunden.',
  realMoney: 'Eine Demo mit dem echten Dienst: Zahlungen sind hier echt.',
  addressesToTry: 'Adressen zum Ausprobieren',
  addresses: {
    'alice@wallet.example': 'nimmt 10 bis 150.000 Sats an',
    'bob@mail.example': 'eine gewöhnliche E-Mail-Adresse',
    'wrongamount@wallet.example': 'schickt eine Rechnung über den falschen Betrag',
    'shortlived@wallet.example': 'ihre Rechnungen laufen nach Sekunden ab',
    'down@wallet.example': 'ist nicht erreichbar',
  },
  browserWallet: 'Eine Wallet in diesem Browser',
  installed: 'Installiert',
  lies: 'Sie lügt: Ihr Zahlungsbeweis ist gefälscht',
  aboutBrowserWallet:
    'Sie bezahlt, wenn du im Widget mit der Browser-Wallet zahlst, und gibt einen Zahlungsbeweis zurück.',
  phoneWallet: 'Eine Wallet auf einem anderen Handy',
  told: 'Der Server des Shops erfährt von der Zahlung',
  notTold: 'Der Server des Shops erfährt nichts',
  payFromPhone: (sats) => `${sats} Sats mit dem Handy bezahlen`,
  payFirst: 'Drücke zuerst im Widget auf „Bezahlen“',
  phonePaid: 'Das Handy hat bezahlt, und der Shop weiß es.',
  phonePaidUntold: (preimage) =>
    `Das Handy hat bezahlt, aber der Shop hat nichts erfahren. Das Handy zeigt dieses Preimage: ${preimage}`,
}

const es: ShopTexts = {
  documentTitle: 'propinas para artistas',
  language: 'Idioma',
  signIn: (name) => `Entrar como ${name}`,
  signOut: 'Salir',
  heading: '¿Te gusta? Da una propina a quien lo hizo.',
  lead: 'Tres artistas, sin anuncios ni intermediarios: tu propina va directa a sus propias billeteras, por Lightning.',
  whom: '¿A quién quieres dar una propina?',
  crafts: {
    alice: 'Pájaros en acuarela',
    bob: 'Sonidos de puertos antiguos',
    carol: 'Un fanzine, 2.100 sats',
    else: 'Escribe una dirección Lightning',
  },
  someoneElse: 'Otra persona',
  tip: (name) => `Propina para ${name}`,
  tipAnAddress: 'Propina a una dirección Lightning',
  yourWallets: 'Tus billeteras',
  noBitcoin: '¿Aún no tienes bitcoin?',
  noRamp:
    'Aún no se puede comprar bitcoin aquí, porque el proveedor no llega al servidor de esta tienda. Si el servidor es tuyo, su terminal dice qué hay que configurar.',
  buyPrint: 'Compra una lámina',
  aboutPrint: 'Uno de los pájaros de Alice, en papel grueso. La tienda fija los sats al hacer el pedido.',
  order: (price) => `Pedir por ${price}`,
  onItsWay: 'Tu lámina está en camino.',
  playMoney: 'Una demo con dinero ficticio: los artistas y sus billeteras también son inventados.',
  realMoney: 'Una demo con el servicio real: aquí los pagos son de verdad.',
  addressesToTry: 'Direcciones para probar',
  addresses: {
    'alice@wallet.example': 'acepta de 10 a 150.000 sats',
    'bob@mail.example': 'una dirección de correo normal',
    'wrongamount@wallet.example': 'envía una factura con un importe equivocado',
    'shortlived@wallet.example': 'sus facturas caducan en segundos',
    'down@wallet.example': 'no responde',
  },
  browserWallet: 'Una billetera en este navegador',
  installed: 'Instalada',
  lies: 'Miente: su prueba de pago es falsa',
  aboutBrowserWallet:
    'Paga cuando eliges la billetera del navegador en el widget, y devuelve una prueba de pago.',
  phoneWallet: 'Una billetera en otro teléfono',
  told: 'El servidor de la tienda se entera del pago',
  notTold: 'El servidor de la tienda no se entera',
  payFromPhone: (sats) => `Pagar ${sats} sats desde el teléfono`,
  payFirst: 'Primero pulsa “Pagar” en el widget',
  phonePaid: 'El teléfono pagó y la tienda lo sabe.',
  phonePaidUntold: (preimage) =>
    `El teléfono pagó, pero la tienda no lo sabe. El teléfono muestra esta preimagen: ${preimage}`,
}

const ptBR: ShopTexts = {
  documentTitle: 'gorjetas para artistas',
  language: 'Idioma',
  signIn: (name) => `Entrar como ${name}`,
  signOut: 'Sair',
  heading: 'Gostou? Dê uma gorjeta a quem fez.',
  lead: 'Três artistas, sem anúncios nem intermediários: sua gorjeta vai direto para as carteiras deles, pela Lightning.',
  whom: 'Para quem é a gorjeta?',
  crafts: {
    alice: 'Pássaros em aquarela',
    bob: 'Sons de portos antigos',
    carol: 'Um fanzine, 2.100 sats',
    else: 'Digite um endereço Lightning',
  },
  someoneElse: 'Outra pessoa',
  tip: (name) => `Gorjeta para ${name}`,
  tipAnAddress: 'Gorjeta para um endereço Lightning',
  yourWallets: 'Suas carteiras',
  noBitcoin: 'Ainda não tem bitcoin?',
  noRamp:
    'Ainda não é possível comprar bitcoin aqui, porque o provedor não alcança o servidor desta loja. Se o servidor é seu, o terminal dele diz o que configurar.',
  buyPrint: 'Compre uma gravura',
  aboutPrint: 'Um dos pássaros de Alice, em papel encorpado. A loja fixa os sats na hora do pedido.',
  order: (price) => `Pedir por ${price}`,
  onItsWay: 'Sua gravura está a caminho.',
  playMoney: 'Uma demonstração com dinheiro fictício: os artistas e suas carteiras também são inventados.',
  realMoney: 'Uma demonstração com o serviço real: os pagamentos aqui são de verdade.',
  addressesToTry: 'Endereços para experimentar',
  addresses: {
    'alice@wallet.example': 'aceita de 10 a 150.000 sats',
    'bob@mail.example': 'um endereço de e-mail comum',
    'wrongamount@wallet.example': 'envia uma fatura com o valor errado',
    'shortlived@wallet.example': 'suas faturas expiram em segundos',
    'down@wallet.example': 'não responde',
  },
  browserWallet: 'Uma carteira neste navegador',
  installed: 'Instalada',
  lies: 'Ela mente: a prova de pagamento é falsa',
  aboutBrowserWallet:
    'Ela paga quando você escolhe a carteira do navegador no widget e devolve uma prova de pagamento.',
  phoneWallet: 'Uma carteira em outro celular',
  told: 'O servidor da loja fica sabendo do pagamento',
  notTold: 'O servidor da loja não fica sabendo',
  payFromPhone: (sats) => `Pagar ${sats} sats pelo celular`,
  payFirst: 'Primeiro, toque em “Pagar” no widget',
  phonePaid: 'O celular pagou, e a loja já sabe.',
  phonePaidUntold: (preimage) =>
    `O celular pagou, mas a loja não ficou sabendo. O celular mostra esta preimagem: ${preimage}`,
}

const ja: ShopTexts = {
  documentTitle: '作り手にチップを',
  language: '言語',
  signIn: (name) => `${name}としてログイン`,
  signOut: 'ログアウト',
  heading: '気に入ったら、作った人にチップを。',
  lead: '3人の作り手。広告なし、仲介なし。チップはライトニングで本人のウォレットに直接届きます。',
  whom: '誰にチップを贈りますか？',
  crafts: {
    alice: '水彩の鳥たち',
    bob: '古い港の音',
    carol: 'ZINE（2,100 sats）',
    else: 'ライトニングアドレスを入力',
  },
  someoneElse: 'ほかの人',
  tip: (name) => `${name}にチップを贈る`,
  tipAnAddress: 'ライトニングアドレスにチップを贈る',
  yourWallets: 'あなたのウォレット',
  noBitcoin: 'ビットコインをお持ちでない方へ',
  noRamp:
    '事業者がこのショップのサーバーに接続できないため、ここではまだビットコインを購入できません。サーバーの管理者は、ターミナルに表示される設定を確認してください。',
  buyPrint: 'プリントを買う',
  aboutPrint: 'Aliceの鳥を厚手の紙に刷りました。satsの金額は注文時に確定します。',
  order: (price) => `${price}で注文する`,
  onItsWay: 'プリントを発送しました。',
  playMoney: 'これは架空のお金を使うデモです。作り手もウォレットも架空のものです。',
  realMoney: 'これは本番サービスを使うデモです。ここでの支払いは実際に行われます。',
  addressesToTry: '試せるアドレス',
  addresses: {
    'alice@wallet.example': '10〜150,000 sats を受け取ります',
    'bob@mail.example': '普通のメールアドレスです',
    'wrongamount@wallet.example': '金額の違うインボイスを返します',
    'shortlived@wallet.example': 'インボイスが数秒で期限切れになります',
    'down@wallet.example': '接続できません',
  },
  browserWallet: 'このブラウザのウォレット',
  installed: 'インストール済み',
  lies: '嘘をつく（支払いの証明が偽物）',
  aboutBrowserWallet: 'ウィジェットでブラウザのウォレットを選ぶと支払い、支払いの証明を返します。',
  phoneWallet: '別のスマートフォンのウォレット',
  told: 'ショップのサーバーに支払いが通知される',
  notTold: 'ショップのサーバーに通知されない',
  payFromPhone: (sats) => `スマートフォンで${sats} sats を支払う`,
  payFirst: '先にウィジェットの支払いボタンを押してください',
  phonePaid: 'スマートフォンで支払い、ショップに通知されました。',
  phonePaidUntold: (preimage) =>
    `スマートフォンで支払いましたが、ショップには通知されていません。スマートフォンに表示されたプリイメージ：${preimage}`,
}

const ar: ShopTexts = {
  documentTitle: 'إكرامية للمبدعين',
  language: 'اللغة',
  signIn: (name) => `سجّل الدخول باسم ${name}`,
  signOut: 'سجّل الخروج',
  heading: 'أعجبك العمل؟ قدّم إكرامية لمن صنعه.',
  lead: 'ثلاثة فنانين، بلا إعلانات ولا وسطاء: تصل إكراميتك مباشرة إلى محافظهم عبر لايتنينغ.',
  whom: 'لمن تريد أن تقدّم إكرامية؟',
  crafts: {
    alice: 'طيور بالألوان المائية',
    bob: 'أصوات الموانئ القديمة',
    carol: 'مجلة مصغّرة، 2,100 ساتوشي',
    else: 'أدخل عنوان لايتنينغ',
  },
  someoneElse: 'شخص آخر',
  tip: (name) => `إكرامية إلى ${name}`,
  tipAnAddress: 'إكرامية إلى عنوان لايتنينغ',
  yourWallets: 'محافظك',
  noBitcoin: 'ليس لديك بيتكوين بعد؟',
  noRamp:
    'لا يمكن شراء البيتكوين هنا بعد، لأن المزوّد لا يستطيع الوصول إلى خادم هذا المتجر. إن كان الخادم لك، فستجد في نافذته الطرفية ما يجب ضبطه.',
  buyPrint: 'اشترِ لوحة مطبوعة',
  aboutPrint: 'أحد طيور Alice على ورق سميك. يثبّت المتجر المبلغ بالساتوشي عند الطلب.',
  order: (price) => `اطلبها مقابل ${price}`,
  onItsWay: 'لوحتك في الطريق إليك.',
  playMoney: 'هذا عرض تجريبي بنقود وهمية، والفنانون ومحافظهم من نسج الخيال أيضًا.',
  realMoney: 'هذا عرض تجريبي بالخدمة الفعلية: المدفوعات هنا حقيقية.',
  addressesToTry: 'عناوين للتجربة',
  addresses: {
    'alice@wallet.example': 'يقبل من 10 إلى 150,000 ساتوشي',
    'bob@mail.example': 'عنوان بريد إلكتروني عادي',
    'wrongamount@wallet.example': 'يرسل فاتورة بمبلغ خاطئ',
    'shortlived@wallet.example': 'تنتهي صلاحية فواتيره خلال ثوانٍ',
    'down@wallet.example': 'لا يمكن الوصول إليه',
  },
  browserWallet: 'محفظة في هذا المتصفح',
  installed: 'مثبّتة',
  lies: 'إنها تكذب: إثبات الدفع مزيّف',
  aboutBrowserWallet: 'تدفع عندما تختار محفظة المتصفح في الأداة، ثم تعيد إثباتًا للدفع.',
  phoneWallet: 'محفظة على هاتف آخر',
  told: 'يُبلَّغ خادم المتجر بالدفع',
  notTold: 'لا يُبلَّغ خادم المتجر',
  payFromPhone: (sats) => `ادفع ${sats} ساتوشي من الهاتف`,
  payFirst: 'اضغط أولًا على زر الدفع في الأداة',
  phonePaid: 'دفع الهاتف، وعلم المتجر بذلك.',
  phonePaidUntold: (preimage) => `دفع الهاتف، لكن المتجر لم يُبلَّغ. يعرض الهاتف هذا السر: ${preimage}`,
}

/** The texts of the shop, by locale. */
export const shopTexts: Record<string, ShopTexts> & { en: ShopTexts } = { en, ar, de, es, ja, 'pt-BR': ptBR }
