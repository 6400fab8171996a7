import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'
import { replyUnknownRoute } from './log/errorReplies.ts'

/** Finds the sites that may show the page of an address in a frame; undefined for a page of the house's own. */
type FramesOf = (url: string) => Promise<readonly string[] | undefined>

/** The browser side as Vite builds it. */
export const pagesFolder = fileURLToPath(new URL('../../../dist', import.meta.url))

/** By folder: for how long a browser keeps what it has without asking again. */
const lifetimes = new Map([
  ['assets', 'public, max-age=31536000, immutable'],
  ['icons', 'public, max-age=604800'],
])

/**
 * Serves the browser side. Files with a hash in their name never change, icons hardly ever; every other address is one of the
 * browser's own and gets the page. Calls of the API that nobody answers stay calls.
 */
export const servePages = (app: FastifyInstance, service: Service, folder: string | undefined, framesOf?: FramesOf): void => {
  const unknown = replyUnknownRoute(service)
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(unknown)
    return
  }
  app.register(fastifyStatic, {
    root: folder,
    // Looked up when asked for: pages that are built again under the running server are served, too.
    wildcard: true,
    index: 'index.html',
    // Files that the build notes for itself.
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const [room = ''] = relative(folder, path).split(sep)
      reply.header('cache-control', lifetimes.get(room) ?? 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|files|assets)(\/|$)/i.test(request.url)
    return page ? sendPage(request, reply, framesOf) : unknown(request, reply)
  })
}

/** The one page, and who may show it in a frame: for pages of visitors their store says it. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, framesOf?: FramesOf): Promise<FastifyReply> {
  const origins = await framesOf?.(request.url)
  if (origins) {
    const said = String(reply.getHeader('content-security-policy') ?? '')
    reply.header(
      'content-security-policy',
      said.replace(/frame-ancestors [^;]*/, `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`),
    )
    // The older word knows no list: browsers that know the policy read that.
    if (origins.length > 0) reply.removeHeader('x-frame-options')
    else reply.header('x-frame-options', 'DENY')
  }
  return reply.type('text/html').sendFile('index.html')
}
