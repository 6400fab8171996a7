import type { FileReply } from '../../api/session.ts'
import type { FileValue } from '../../kinds/kind.ts'
import type { Model } from '../../model/model.ts'
import { registerOfScreen } from '../../model/screen.ts'
import { call } from '../data/api.ts'

/** The register whose page is open: its own, or a screen about its records. */
function registerAt({ registers, screens }: Pick<Model, 'registers' | 'screens'>): string {
  const here = location.pathname.toLowerCase()
  const isHere = (path: string): boolean => here === path.toLowerCase() || here.startsWith(`${path.toLowerCase()}/`)
  const screen = Object.values(screens).find(({ path, body }) => path !== '/' && !('hub' in body) && isHere(path))
  const register = Object.values(registers).find(({ views, parent }) => !parent && isHere(views.path))
  return registerOfScreen(screen) ?? register?.name ?? here.split('/')[1] ?? ''
}

/** Stores an image under the name of the register whose page is open. */
export async function uploadImage(model: Model, file: Blob, name: string, progress?: (part: number) => void): Promise<string> {
  progress?.(0)
  const { data } = await call<FileReply>('POST', 'files', { query: { resource: registerAt(model), name }, body: file })
  progress?.(1)
  return data.url
}

/** Keeps a file for a field. */
export async function uploadFile(
  model: Model,
  file: Blob,
  named: Readonly<Record<'name' | 'field', string>>,
  progress?: (part: number) => void,
): Promise<FileValue> {
  const query = { ...named, resource: registerAt(model) }
  progress?.(0)
  const { data } = await call<FileValue>('POST', 'files', { query, body: file })
  progress?.(1)
  return data
}
