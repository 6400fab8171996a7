/** The small pages of the stand-in, on which a person acts the telephone. */

const connected = '<p role="status">WhatsApp conectado. Volte à página do chatbot.</p>'
const unknown = '<p role="status">Este código não vale mais. Leia o que a página do chatbot mostra agora.</p>'

const question = (code: string): string => {
  const safe = /^[\w-]{1,60}$/.test(code) ? code : ''
  return `<p>Aqui um telefone lê o código QR que a página do chatbot mostra.</p>
<form method="post" action="escanear"><input type="hidden" name="codigo" value="${safe}"><button>Conectar este WhatsApp</button></form>`
}

const page = (
  content: string,
): string => `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Telefone (demonstração)</title>
<body style="font-family:system-ui;max-width:30rem;margin:4rem auto;padding:0 1rem"><h1>Telefone (demonstração)</h1>
${content}</body></html>`

/** Asks whether the code is to be scanned. */
export const scanningPage = (code: string): string => page(question(code))

/** Says whether it was. */
export const scannedPage = (done: boolean): string => page(done ? connected : unknown)
