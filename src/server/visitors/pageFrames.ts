import { withoutEndSlashes } from '../../model/access/withoutEndSlashes.ts'
import { evaluate } from '../../model/expression.ts'
import type { Model, Screen } from '../../model/model.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import { openPage } from './openPage.ts'
import { openVisitKey } from './visitLink.ts'

/** Origins that one store names. */
const MOST = 10

/** Returns the register that a public page is of. */
const visitedBy = ({ body }: Screen): string | undefined =>
  'visit' in body ? body.visit.register : 'form' in body ? body.form.visitors : undefined

/**
 * Which sites may show the page of this address in a frame: those that its store names, or nobody. Undefined for an address that is no page of
 * visitors.
 */
export async function frameAncestors(service: Service, url: string): Promise<readonly string[] | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://page')
  const model = service.model()
  const register = registerOfPage(model, pathname)
  if (register === undefined) return undefined
  const lojaId = Number(searchParams.get('loja') ?? openVisitKey(service, searchParams.get('chave') ?? '')?.lojaId)
  if (!Number.isSafeInteger(lojaId) || lojaId < 1) return []
  try {
    const { visitors, own, store } = await openPage(service, model, register, lojaId)
    if (visitors.frames === undefined) return []
    return originsOf(evaluate(model, register, visitors.frames, { record: {}, store: own, zone: store.zone }))
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

function registerOfPage({ screens }: Model, pathname: string): string | undefined {
  const wanted = withoutEndSlashes(pathname.toLowerCase())
  const screen = Object.values(screens).find(one => one.public && one.path.toLowerCase() === wanted)
  return screen && visitedBy(screen)
}

/** Whole https origins, a line each; whatever else stands there is nobody's. */
export const originsOf = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '')
    .split(/\s+/)
    .filter(one => one !== '' && isOrigin(one))
    .slice(0, MOST)

const isOrigin = (text: string): boolean =>
  /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(text) && URL.canParse(text) && new URL(text).origin === text.toLowerCase()
