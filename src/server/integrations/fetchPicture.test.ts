import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress, publicLookup } from '../security/publicLookup.ts'
import { fetchPicture } from './fetchPicture.ts'

const open: Server[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => new Promise<void>(done => void one.close(() => done()).closeAllConnections())))
})

/** A server of pictures, its port, and the paths that it was asked for. */
async function serve(answer: RequestListener = (_request, response) => response.end('figura')) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  open.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { asked, port, origin: `http://127.0.0.1:${port}` }
}

const text = async (...asked: Parameters<typeof fetchPicture>): Promise<string | undefined> =>
  (await fetchPicture(...asked))?.toString()

test('a picture of the service comes, and none of elsewhere', async () => {
  const { origin, port, asked } = await serve()
  const origins = new Set([origin])
  expect(await text(`${origin}/foto.png`, origins)).toBe('figura')
  for (const elsewhere of [
    `http://127.0.0.1:${port + 1}/foto.png`,
    `http://localhost:${port}/foto.png`,
    `http://[::1]:${port}/foto.png`,
    `http://[::ffff:127.0.0.1]:${port}/foto.png`,
    `http://ana:senha@127.0.0.1:${port}/foto.png`,
    `https://127.0.0.1:${port}/foto.png`,
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'foto.png',
    '',
    undefined,
    7,
  ])
    expect([elsewhere, await text(elsewhere, origins)]).toEqual([elsewhere, undefined])
  expect(asked).toEqual(['/foto.png'])
})

test('a redirect is not followed, a failure and a flood are no pictures', async () => {
  const target = await serve()
  const { origin } = await serve((request, response) => {
    if (request.url === '/muda') response.writeHead(302, { location: `${target.origin}/segredo` }).end()
    else if (request.url === '/falha') response.writeHead(500).end('figura')
    else if (request.url === '/nada') response.end()
    else response.end(Buffer.alloc(3 * 1024 * 1024))
  })
  // Even where it leads to one that may be asked.
  const origins = new Set([origin, target.origin])
  for (const path of ['muda', 'falha', 'nada', 'grande'])
    expect([path, await fetchPicture(`${origin}/${path}`, origins)]).toEqual([path, undefined])
  expect(target.asked).toEqual([])
})

test('a name that leads into the own network is not asked, also where it led elsewhere before', async () => {
  const { port, asked } = await serve()
  const origin = `http://fotos.exemplo.com.br:${port}`
  const answers = [['203.0.114.7'], ['127.0.0.1'], ['203.0.114.7', '10.0.0.8'], ['::1'], ['fe80::1']]
  let times = 0
  const changing = publicLookup((_host, answer) => {
    const found = answers[times % answers.length] ?? []
    times += 1
    answer(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  // The first is looked up once and left at that.
  await new Promise<void>(done => changing('fotos.exemplo.com.br', { all: true }, () => done()))
  for (let turn = 1; turn < answers.length; turn += 1)
    expect(await text(`${origin}/foto.png`, new Set([origin]), changing)).toBe(undefined)
  expect([times, asked]).toEqual([answers.length, []])
  // The own network is kept from by the address alone: the same name is asked where it leads to one that may be.
  const there = await text(`${origin}/foto.png`, new Set([origin]), (_host, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  )
  expect(there).toBe('figura')
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['172.32.0.1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.2', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.10', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['exemplo.com.br', false],
])('%s is a public address: %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is)
})
