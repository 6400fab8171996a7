import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveHead, beginArchive, readArchive } from '../../../src/server/backup/archive.ts'
import { restoreBackup } from '../../../src/server/backup/restoreBackup.ts'
import { scheduledBackup } from '../../../src/server/backup/scheduledBackup.ts'
import { writeBackup } from '../../../src/server/backup/writeBackup.ts'
import { secretsOfInstallation, secretsUnderKey } from '../../../src/server/database/secret.ts'
import { openFolderStorage } from '../../../src/server/storage/folderStorage.ts'
import { contentsOf } from '../fixtures/backedUp.ts'
import { type Scratch, scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { apiClient, removeFolder, type ServerProcess, scratchFolder, serverEnv, startProcess } from '../fixtures/serverProcess.ts'

const run = promisify(execFile)
const folder = scratchFolder()
const data = join(folder, 'data')
const scratches: Scratch[] = []
let running: ServerProcess | undefined
let token = ''
const call = apiClient(() => running?.address ?? '')

afterAll(async () => {
  await running?.end()
  for (const scratch of scratches) await scratch.drop()
  removeFolder(folder)
})

const start = async (): Promise<void> => {
  running = await startProcess(folder)
  const { body } = await call('POST', 'users/login', undefined, { email: 'dono@demo.com.br', password: 'demo1234' })
  token = (body as { id: string }).id
}

const command = (name: 'backup' | 'restore', ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], { env: { ...process.env, ...serverEnv(folder) } })

const failing = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    error => String((error as { stderr?: string }).stderr ?? error),
  )

interface Question {
  readonly id: number
  readonly respostas: readonly unknown[]
}

const questions = async (): Promise<Question[]> => {
  const filter = { where: { lojaId: 1, descricao: { like: 'cópia %' } }, include: ['respostas'], order: 'id', limit: 10_000 }
  return (await call('GET', `pergunta?filter=${encodeURIComponent(JSON.stringify(filter))}`, token)).body as Question[]
}

test('a copy made while people save brings back every row that was acknowledged before, to the letter', {
  timeout: 600_000,
}, async () => {
  await start()
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
  const sent = await fetch(`${running?.address}/api/files?lojaId=1&resource=produtos&name=pao.png`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'image/png' },
    body: png,
  })
  const { url: picture } = (await sent.json()) as { url: string }
  const keys = { lojaId: 1, accountId: 'acc_da_copia', secretKey: 'sk_segredo_da_copia' }
  expect((await call('POST', 'Pagarme_auth/save', token, keys)).status).toBe(200)
  const acknowledged: Question[] = []
  let over = false
  const stream = async (name: string): Promise<void> => {
    for (let at = 0; !over; at++) {
      const respostas = [1, 2, 3].map(each => ({ nome: `${name} ${at} ${each}` }))
      const body = { lojaId: 1, descricao: `cópia ${name} ${at}`, qtd_min: 0, qtd_max: 1, respostas }
      const reply = await call('POST', 'pergunta', token, body)
      expect(reply.status).toBe(201)
      acknowledged.push(reply.body as Question)
    }
  }
  const streams = [1, 2, 3].map(each => stream(`fluxo ${each}`))
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(10)
  const before = new Set(acknowledged.map(({ id }) => id))
  const file = join(folder, 'copia.tar.gz')
  const { stdout } = await command('backup', file)
  expect(stdout).toContain('read back whole')
  // Nobody reads it who has the copy alone, not even that it is a packed one.
  expect(() => gunzipSync(readFileSync(file))).toThrow('incorrect header')
  over = true
  await Promise.all(streams)
  const known = new Map((await questions()).map(question => [question.id, question]))
  expect(acknowledged.length).toBeGreaterThan(before.size)
  expect(await failing(command('restore', file, '--overwrite'))).toContain('Another server process uses the data folder')
  await running?.end()

  // The key lies elsewhere; all else is lost.
  cpSync(join(data, 'secret.key'), join(folder, 'secret.key'))
  rmSync(data, { recursive: true })
  mkdirSync(data)
  chmodSync(data, 0o755)
  cpSync(join(folder, 'secret.key'), join(data, 'secret.key'))
  const restored = await command('restore', file)
  expect(restored.stderr).toBe('')
  const again = join(folder, 'de-novo.tar.gz')
  await command('backup', again)
  const secrets = secretsOfInstallation(data)
  expect(await contentsOf(again, secrets)).toEqual(await contentsOf(file, secrets))
  expect(await failing(command('restore', file))).toContain('nothing was changed')

  await start()
  expect((await call('GET', 'ConnectStone/test?lojaId=1', token)).body).toEqual({ success: true })
  const found = await questions()
  const ids = new Set(found.map(({ id }) => id))
  expect([...before].filter(id => !ids.has(id))).toEqual([])
  expect(found).toEqual(found.map(({ id }) => known.get(id)))
  expect(found.filter(({ respostas }) => respostas.length !== 3)).toEqual([])
  expect(Buffer.from(await (await fetch(`${running?.address}${picture}`)).arrayBuffer())).toEqual(png)
  // Numbers go on where they stood.
  const next = await call('POST', 'pergunta', token, { lojaId: 1, descricao: 'depois', qtd_min: 0, qtd_max: 1, respostas: [] })
  expect([next.status, ids.has((next.body as Question).id)]).toEqual([201, false])
})

const odd = `
  CREATE SCHEMA sobra;
  CREATE SEQUENCE sobra.senhas START 7 INCREMENT 3;
  CREATE FUNCTION sobra.dobro(n numeric) RETURNS numeric LANGUAGE sql IMMUTABLE RETURN n * 2;
  CREATE TABLE sobra.maes ("Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, nome text COLLATE "pt-BR-x-icu" NOT NULL DEFAULT 'sem "nome"',
    senha bigint DEFAULT nextval('sobra.senhas'), valor numeric(12,2), dobro numeric GENERATED ALWAYS AS (sobra.dobro(valor)) STORED,
    quando timestamptz, fotos jsonb, partes text[], nada text, CHECK (valor >= 0)) WITH (fillfactor = 70);
  ALTER TABLE sobra.maes ALTER nome SET STORAGE EXTERNAL;
  ALTER TABLE sobra.maes ADD COLUMN fora integer; ALTER TABLE sobra.maes DROP COLUMN fora;
  CREATE UNLOGGED TABLE sobra.filhas (id uuid PRIMARY KEY, mae bigint REFERENCES sobra.maes ON DELETE SET NULL, UNIQUE (mae, id));
  CREATE INDEX pelo_nome ON sobra.maes (lower(nome)) WHERE valor > 1;
  ALTER TABLE sobra.maes ENABLE ROW LEVEL SECURITY;
  CREATE POLICY donas ON sobra.maes USING (current_setting('app.store', true) = '*') WITH CHECK (valor IS NOT NULL);
  COMMENT ON COLUMN sobra.maes.valor IS 'isto é ''nosso''';
  CREATE VIEW sobra.caras AS SELECT "Id" FROM sobra.maes WHERE valor > 10;
  CREATE FUNCTION sobra.todas() RETURNS SETOF sobra.maes LANGUAGE sql AS 'SELECT * FROM sobra.maes';
  INSERT INTO sobra.maes (nome, valor, quando, fotos, partes) VALUES (E'tab\\tquebra\\nbarra\\\\ ção', 1.10, '2026-02-28 23:59:59.123456-03', '{"a": [1.50]}', '{a,"b,c",NULL}'),
    ('', 0, 'infinity', NULL, '{}');
  INSERT INTO sobra.filhas VALUES ('6f1c8a52-2b3e-4a69-9d1f-0b5a4f3f9c11', 1);`

const secrets = secretsUnderKey(Buffer.alloc(32, 7))
const place = (dataDir: string) => ({ url: '', dataDir, files: openFolderStorage(dataDir), opening: { secrets, trust: false } })
const from = place(join(folder, 'de'))
const into = place(join(folder, 'para'))
const copy = join(folder, 'estranha.tar.gz')

const query = async (url: string, text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  for (const place of [from, into]) {
    const scratch = await scratchDatabase()
    scratches.push(scratch)
    place.url = scratch.url
    mkdirSync(place.dataDir)
    // The key of both.
    writeFileSync(join(place.dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64url'))
  }
  await query(from.url, odd)
  mkdirSync(join(from.dataDir, 'attachments/1/notas/a'), { recursive: true })
  writeFileSync(join(from.dataDir, 'attachments/1/notas/a/.sent.json'), '{}')
  writeFileSync(join(from.dataDir, 'attachments/1/notas/a/.b.pdf.part'), 'half')
  await writeBackup(from, copy)
})

test('types, numbers, keys, policies and notes come back as they were', async () => {
  await restoreBackup(into, copy)
  await writeBackup(into, `${copy}.2`)
  const [first, second] = [await readArchive(copy, { secrets }), await readArchive(`${copy}.2`, { secrets })]
  expect(second.head.objects).toEqual(first.head.objects)
  expect(second.totals).toEqual(first.totals)
  const { rows } = await query(into.url, 'SELECT "Id"::int, senha::int, dobro, nada, quando::text FROM sobra.maes ORDER BY 1')
  expect(rows[0]).toMatchObject({ Id: 1, senha: 7, dobro: '2.20', nada: null })
  expect(rows[1]).toMatchObject({ Id: 2, senha: 10, quando: 'infinity' })
  const added = await query(into.url, 'INSERT INTO sobra.maes (nome, valor) VALUES (\'c\', 11) RETURNING "Id"::int, senha::int')
  expect(added.rows).toEqual([{ Id: 3, senha: 13 }])
  expect(readdirSync(join(into.dataDir, 'attachments/1/notas/a'))).toEqual(['.sent.json'])
})

test('a database with data, or with others at work, and an archive that is not whole are left alone', async () => {
  const rows = async (): Promise<unknown[]> => (await query(into.url, 'SELECT nome FROM sobra.maes ORDER BY "Id"')).rows
  const before = await rows()
  expect(await failing(restoreBackup(into, copy))).toContain('holds 2 tables already')
  const other = new pg.Client({ connectionString: into.url })
  await other.connect()
  expect(await failing(restoreBackup(into, copy, { overwrite: true }))).toContain('Others work on the database (connections: 1)')
  await other.end()
  const bytes = readFileSync(copy)
  writeFileSync(`${copy}.short`, bytes.subarray(0, bytes.length - 200))
  writeFileSync(`${copy}.none`, 'no archive')
  for (const name of ['short', 'none'])
    expect(await failing(restoreBackup(into, `${copy}.${name}`, { overwrite: true }))).toContain('is no whole copy')
  expect(await rows()).toEqual(before)
  await expect.poll(() => failing(restoreBackup(into, copy, { overwrite: true }))).toBe('nothing failed')
  expect((await rows()).length).toBe(2)
})

/** A copy as versions wrote it that sealed none, with another head. */
async function plainCopy(file: string, change: (head: ArchiveHead) => ArchiveHead): Promise<void> {
  let written: Awaited<ReturnType<typeof beginArchive>> | undefined
  const { totals } = await readArchive(
    'tests/releases/0.1.0.tar.gz',
    { secrets, trust: true },
    {
      async head(head) {
        written = await beginArchive(file, change(head), undefined)
      },
      rows: async (table, part, nth) => written?.add(`rows/${table}/${nth}`, part),
      file: async (path, bytes) => written?.add(path, bytes),
    },
  )
  await written?.finish(totals)
}

test('a copy that is not sealed, or by another key, is refused; taken by hand it runs no statement of its own', {
  timeout: 600_000,
}, async () => {
  const rows = async (): Promise<unknown[]> => (await query(into.url, 'SELECT nome FROM sobra.maes ORDER BY "Id"')).rows
  const before = await rows()
  const stranger = { ...into, opening: { secrets: secretsUnderKey(Buffer.alloc(32, 8)), trust: true } }
  expect(await failing(restoreBackup(stranger, copy, { overwrite: true }))).toContain('sealed with another key')
  const trusting = { ...into, opening: { secrets, trust: true } }
  const plain = join(folder, 'aberta.tar.gz')
  await plainCopy(plain, head => head)
  expect(await failing(restoreBackup(into, plain, { overwrite: true }))).toContain(
    'it is not sealed, so nothing proves who wrote it',
  )
  const ran = join('/tmp', `ran-${process.pid}`)
  const program = `COPY (SELECT 1) TO PROGRAM 'touch ${ran}'`
  const tampered = (part: 'before' | 'after', text: string) => (head: ArchiveHead) => ({
    ...head,
    objects: { ...head.objects, [part]: [...head.objects[part], text] },
  })
  const [first] = (await readArchive(plain, trusting.opening)).head.objects.tables
  const odd: ((head: ArchiveHead) => ArchiveHead)[] = [
    tampered('before', program),
    tampered('after', program),
    tampered('before', `CREATE TABLE public.a (b integer); ${program}`),
    tampered('after', `CREATE INDEX a ON public.grupos USING btree (pg_ls_dir(nome))`),
    tampered(
      'before',
      `CREATE OR REPLACE FUNCTION public.f_unaccent(text) RETURNS text LANGUAGE plpgsql AS $$BEGIN ${program}; END$$`,
    ),
    head => ({ ...head, objects: { ...head.objects, extensions: [{ name: 'file_fdw', schema: 'public' }] } }),
    head => ({
      ...head,
      objects: {
        ...head.objects,
        tables: head.objects.tables.with(0, {
          name: `${first?.name} FROM PROGRAM 'touch ${ran}' --`,
          columns: first?.columns ?? '',
        }),
      },
    }),
  ]
  for (const change of odd) {
    const file = join(folder, 'mexida.tar.gz')
    await plainCopy(file, change)
    expect(await failing(restoreBackup(trusting, file, { overwrite: true }))).toMatch(
      /is no statement that makes|No release wrote|the product does not use|is no table/,
    )
  }
  expect([existsSync(ran), await rows()]).toEqual([false, before])
  // A connection that has just ended may still be known for a moment.
  await expect.poll(() => failing(restoreBackup(trusting, plain, { overwrite: true }))).toBe('nothing failed')
  expect((await query(into.url, 'SELECT FROM produtos')).rowCount).toBeGreaterThan(10)
  // Back to what the tests before and after go on with.
  await expect.poll(() => failing(restoreBackup(into, copy, { overwrite: true }))).toBe('nothing failed')
})

test('what could not be restored is refused when it is copied, by name', async () => {
  await query(from.url, "CREATE TYPE sobra.cor AS ENUM ('azul')")
  expect(await failing(writeBackup(from, `${copy}.3`))).toContain('sobra.cor (type)')
  expect(existsSync(`${copy}.3.part`)).toBe(false)
  await query(from.url, 'DROP TYPE sobra.cor')
})

test('copies that the server makes by itself take the place of older ones, once they were read back', async () => {
  const settings = { folder: join(folder, 'copias'), cron: '', newest: 1, months: 0 }
  mkdirSync(settings.folder)
  writeFileSync(join(settings.folder, 'minha.tar.gz'), 'of somebody else')
  const log = pino({ level: 'silent' })
  for (const day of [1, 2]) await scheduledBackup(from, settings, log, new Date(Date.UTC(2026, 4, day, 6)))
  const newest = 'retaguarda-2026-05-02T06-00-00Z.tar.gz.sealed'
  expect(readdirSync(settings.folder).sort()).toEqual(['minha.tar.gz', newest])
  await readArchive(join(settings.folder, newest), { secrets })
})
