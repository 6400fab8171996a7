import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the built Storybook from a free port of this machine. */
export async function serveStorybook(folder: string): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      content => response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(content),
      () => {
        response.statusCode = 404
        response.end()
      },
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return { address: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`, server }
}
