import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagesFolder } from '../http/pages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The sources of the browser side. */
const sources = [
  'src/browser',
  'src/kinds',
  'src/controls',
  'src/model',
  'src/generated',
  'src/base',
  'vite.config.ts',
  'package-lock.json',
]

/** Tells whether the built browser side is missing or older than what it is built from. */
export const arePagesStale = (): boolean => {
  const built = statSync(join(pagesFolder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || sources.some(source => newest(join(root, source)) > built)
}

const newest = (path: string): number => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stat.mtimeMs
  return readdirSync(path).reduce((latest, entry) => Math.max(latest, newest(join(path, entry))), 0)
}

/** Builds the browser side in a process of its own: the server keeps none of the builder's memory. */
export const buildPages = (): Promise<void> =>
  new Promise((done, failed) => {
    const vite = viteProgram()
    if (!vite)
      return existsSync(join(pagesFolder, 'index.html'))
        ? done()
        : failed(new Error('The browser side is not built, and Vite is not installed.'))
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      // Production, whatever this process runs as: a test's NODE_ENV would give React's slow development build.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', failed)
    child.on('close', code => (code === 0 ? done() : failed(new Error('The browser side could not be built.'))))
  })

const viteProgram = (): string | undefined => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  } catch {
    return undefined
  }
}
