import type { Screen } from '../../model/model.ts'

interface Screens {
  readonly screens: Readonly<Record<string, Pick<Screen, 'body'>>>
}

/** An address written as text; any other expression is worked out in the browser. */
const written = /^(['"])(.*)\1$/

/** Where the pages come from that screens embed: their origins; any secure one where an address is known only in the browser. */
export function framedOrigins({ screens }: Screens): string[] {
  const origins = Object.values(screens).flatMap(({ body }) => {
    if (!('embed' in body)) return []
    const plain = written.exec(body.embed.address.trim())?.[2]
    if (plain === undefined) return ['https:']
    return URL.canParse(plain) && plain.startsWith('https://') ? [new URL(plain).origin] : []
  })
  return [...new Set(origins)]
}
