import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isRecord } from '../../base/record.ts'
import { ApiError } from '../error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call drops what cannot be stored from texts itself. */
    cleansTexts?: boolean
  }
}

/** Things in the lists of one body, whatever their depth: more work than one call may make. */
const MOST_ITEMS = 25_000
/** Lists and objects within each other. */
const MOST_DEPTH = 64

/**
 * Looks over everything that a request says before any call reads it: a text that the database cannot hold is refused by the name of
 * its field, and so is a body of more things than a call may be asked to work on.
 */
export const checkRequestContents = (app: FastifyInstance): void => {
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      checkContents(request)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

function checkContents({ params, query, body, routeOptions }: FastifyRequest): void {
  const contents = new ContentsCheck(routeOptions.config.cleansTexts === true)
  contents.check(params, '', 0)
  contents.check(query, '', 0)
  if (!Buffer.isBuffer(body)) contents.check(body, '', 0)
}

class ContentsCheck {
  private items = 0
  private readonly anyText: boolean

  constructor(anyText: boolean) {
    this.anyText = anyText
  }

  check(value: unknown, path: string, depth: number): void {
    if (typeof value === 'string') this.checkText(value, path)
    else if (depth > MOST_DEPTH) throw new ApiError(400, 'body-too-deep', { max: MOST_DEPTH })
    else if (Array.isArray(value)) {
      this.items += value.length
      if (this.items > MOST_ITEMS) throw new ApiError(413, 'body-too-many', { max: MOST_ITEMS })
      for (const [index, item] of value.entries()) this.check(item, within(path, String(index)), depth + 1)
    } else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
        this.checkText(name, within(path, name))
        this.check(member, within(path, name), depth + 1)
      }
    }
  }

  private checkText(text: string, path: string): void {
    if (!text.includes('\0') || this.anyText) return
    const field = path.replaceAll('\0', '')
    throw new ApiError(422, 'text-unstorable', { field }, [{ path: field, code: 'text-unstorable', params: { field } }])
  }
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
