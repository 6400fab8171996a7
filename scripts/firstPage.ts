import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Pages whose code public/firstCalls.js asks for by the address, before the entry runs. */
const pages = { list: 'list/ListPage.tsx', form: 'form/FormPage.tsx' } as const

/** Scripts that run before the page's modules, as they are: Vite copies them without making them smaller. */
const plainScripts = ['theme.js', 'firstCalls.js']

interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly facadeModuleId: string | null
  readonly isEntry: boolean
  readonly imports: readonly string[]
}

/** Tells the first script of the page which files the code of lists and forms and the letters are in, whose names change with every build. */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one): one is typeof one & Chunk => one.type === 'chunk')
        if (chunks.length === 0) return html
        const known = chunks.filter(({ isEntry }) => isEntry).flatMap(entry => filesOf(entry, chunks))
        const words = Object.entries(pages).map(([page, module]) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(`/browser/${module}`))
          if (!chunk) throw new Error(`${module} has no file of its own`)
          const files = filesOf(chunk, chunks).filter(file => !known.includes(file))
          return `data-${page}="${files.map(file => `/${file}`).join(' ')}"`
        })
        const font = Object.keys(bundle ?? {}).find(file => file.endsWith('.woff2'))
        if (font === undefined) throw new Error('the letters have no file')
        return html.replace('src="/firstCalls.js"', `src="/firstCalls.js" ${words.join(' ')} data-font="/${font}"`)
      },
    },
    async writeBundle({ dir = '' }) {
      for (const name of plainScripts) {
        const file = join(dir, name)
        await writeFile(file, (await minify(name, await readFile(file, 'utf8'))).code)
      }
    },
  }
}

/** The file of a chunk and those that it brings along. */
function filesOf(chunk: Chunk, chunks: readonly Chunk[], found: Set<string> = new Set()): readonly string[] {
  if (found.has(chunk.fileName)) return [...found]
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const next = chunks.find(({ fileName }) => fileName === name)
    if (next) filesOf(next, chunks, found)
  }
  return [...found]
}
