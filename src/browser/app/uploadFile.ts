import type { FileReply } from '../../api/session.ts'
import type { FileValue } from '../../kinds/kind.ts'
import type { Model } from '../../model/model.ts'
import { call } from '../data/api.ts'

/** Stores an image under the screen's own name. */
export async function uploadImage(file: Blob, name: string, progress?: (part: number) => void): Promise<string> {
  progress?.(0)
  const resource = location.pathname.split('/')[1] || 'imagens'
  const { data } = await call<FileReply>('POST', 'files', { query: { resource, name }, body: file })
  progress?.(1)
  return data.url
}

/** The register whose screen is open. */
function registerOfScreen({ registers }: Pick<Model, 'registers'>): string {
  const path = `/${location.pathname.split('/')[1] ?? ''}`
  return Object.values(registers).find(({ views }) => views.path === path)?.name ?? path.slice(1)
}

/** Keeps a file for a field. */
export async function uploadFile(
  model: Model,
  file: Blob,
  named: Readonly<Record<'name' | 'field', string>>,
  progress?: (part: number) => void,
): Promise<FileValue> {
  const query = { ...named, resource: registerOfScreen(model) }
  progress?.(0)
  const { data } = await call<FileValue>('POST', 'files', { query, body: file })
  progress?.(1)
  return data
}
