const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

/** An address to go back to, with words added; undefined where it is none of a browser. */
export function backTo(address: string, words: Readonly<Record<string, string>>): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return undefined
  for (const [name, value] of Object.entries(words)) url.searchParams.set(name, value)
  return url.href
}

/** The page on which a person authorises the application, or refuses. */
export const authorizationPage = (client: string, authorise: string | undefined, refuse: string | undefined): string => {
  const way = (address: string | undefined, text: string): string =>
    address === undefined ? '' : `<p><a href="${escaped(address)}">${text}</a></p>`
  const ways = way(authorise, 'Autorizar') + way(refuse, 'Recusar')
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Mercado Pago (demonstração)</title>
<body style="font-family:system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem">
<h1>Mercado Pago (demonstração)</h1>
<p>O aplicativo <strong>${escaped(client)}</strong> quer receber pagamentos e operar maquininhas em nome da sua conta.</p>
${ways || '<p>O pedido não diz para onde voltar.</p>'}</body></html>`
}
