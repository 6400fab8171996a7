const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

/**
 * The text of a mail as a page: paragraphs by empty lines. The paragraph that is the letter's own link becomes a button under its words;
 * no other address is made a link.
 */
export function mailHtml(text: string, button: string, link?: string): string {
  const paragraphs = text.split(/\n{2,}/).map(paragraph => {
    if (link === undefined || paragraph.trim() !== link) return `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`
    const address = escaped(link)
    return `<p><a href="${address}" style="background:#0f766e;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">${escaped(button)}</a></p><p style="font-size:12px;color:#555555;word-break:break-all">${address}</p>`
  })
  return `<!doctype html><html lang="pt-BR"><body style="font:16px/1.5 sans-serif;color:#1f2937;max-width:36rem;margin:0 auto;padding:24px">${paragraphs.join('')}</body></html>`
}
