import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/*
 * Every icon of lucide as a file of its own under /icons: a definition may name any of them, without a build, and the page's
 * script carries none. src/controls/Icon.tsx shows them as masks.
 */

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')

/** Names of all icons, former ones too. */
export const iconNames = (): string[] => readdirSync(folder).flatMap(file => /^([a-z0-9-]+)\.mjs$/.exec(file)?.[1] ?? [])

/** The icon as SVG text; undefined when lucide has none of that name. Former names lead to the present ones. */
export async function iconText(name: string): Promise<string | undefined> {
  const file = join(folder, `${name}.mjs`)
  if (!/^[a-z0-9-]+$/.test(name) || !existsSync(file)) return undefined
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData?: { readonly node: readonly Shape[] } }
  if (icon) return draw(icon.node)
  const present = /from '\.\/([a-z0-9-]+)\.mjs'/.exec(readFileSync(file, 'utf8'))?.[1]
  return present === undefined ? undefined : iconText(present)
}

function draw(shapes: readonly Shape[]): string {
  const inner = shapes.map(([tag, { key: _, ...attributes }]) => `<${tag} ${pairs(attributes)}/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${inner}</svg>`
}

const pairs = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')

/** Serves /icons/<name>.svg while developing, and writes all of them in a build. */
export function icons(): Plugin {
  return {
    name: 'icons',
    configureServer(server) {
      server.middlewares.use('/icons', (request, response) => {
        const name = /^\/([a-z0-9-]+)\.svg/.exec(request.url ?? '')?.[1]
        void (name ? iconText(name) : Promise.resolve(undefined)).then(text => {
          if (text === undefined) {
            response.statusCode = 404
            return response.end()
          }
          response.setHeader('Content-Type', 'image/svg+xml')
          response.setHeader('Cache-Control', 'max-age=86400')
          response.end(text)
        })
      })
    },
    async generateBundle() {
      for (const name of iconNames()) {
        const source = await iconText(name)
        if (source !== undefined) this.emitFile({ type: 'asset', fileName: `icons/${name}.svg`, source })
      }
    },
  }
}
