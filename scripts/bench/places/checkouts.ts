import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { arePagesStale } from '../../../src/server/start/buildPages.ts'
import { closeAtEnd } from './openResources.ts'
import { runCommand } from './runCommand.ts'
import { scratchFolder } from './scratchFolder.ts'

const root = join(import.meta.dirname, '../../..')

/** A version of the code on this machine, installed. */
export interface Checkout {
  /** As the one who asked for it wrote it. */
  readonly name: string
  readonly root: string
  /** Has its pages built, once, and beside them the hand-written ones that ours are held against. */
  buildPages(): Promise<void>
}

/** The version that this file belongs to. */
export const presentCheckout: Checkout = { name: 'this', root, buildPages: once(() => buildIn(root, arePagesStale())) }

/** Checks out another version into a folder of its own, which goes when the bench ends. Packages are shared where both name the same. */
export async function checkOut(ref: string): Promise<Checkout> {
  const commit = await runCommand('git', ['rev-parse', '--verify', `${ref}^{commit}`], root)
  const folder = await scratchFolder()
  const path = join(folder.path, 'checkout')
  closeAtEnd(async () => {
    await folder.remove()
    execFileSync('git', ['worktree', 'prune'], { cwd: root })
  })
  await runCommand('git', ['worktree', 'add', '--detach', path, commit], root)
  const locks = [root, path].map(each => readFileSync(join(each, 'package-lock.json'), 'utf8'))
  if (locks[0] === locks[1]) await symlink(join(root, 'node_modules'), join(path, 'node_modules'))
  else await runCommand('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], path)
  return { name: ref, root: path, buildPages: once(() => buildIn(path, true)) }
}

async function buildIn(folder: string, stale: boolean): Promise<void> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  if (stale) await runCommand(process.execPath, [vite, 'build', '--logLevel', 'warn'], folder)
  if (folder !== root) return
  closeAtEnd(() => rm(join(root, 'dist/bench'), { recursive: true, force: true }))
  const config = join(import.meta.dirname, '../pages/vite.config.ts')
  await runCommand(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], root)
}

/** A copy of a version's definitions with those of a folder beside them. */
export async function copyDefinitions({ root: from }: Checkout, more: string, into: string): Promise<void> {
  await cp(join(from, 'schemas'), into, { recursive: true })
  await cp(more, into, { recursive: true })
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined
  return () => (under ??= work())
}
