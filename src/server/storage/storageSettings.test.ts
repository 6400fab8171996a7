import { expect, it } from 'vitest'
import { isFileKey } from './fileStorage.ts'
import { readStorageSettings } from './storageSettings.ts'

const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'segredo' }

it('reads a bucket, what its keys begin with, and the keys that belong together', () => {
  expect(readStorageSettings({})).toBe(undefined)
  expect(readStorageSettings({ S3_URL: 'https://s3.example:9000/loja/um/dois/', S3_REGION: 'sa-east-1', ...keys })).toEqual({
    endpoint: 'https://s3.example:9000',
    bucket: 'loja',
    prefix: 'um/dois/',
    region: 'sa-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'segredo' },
  })
  expect(readStorageSettings({ S3_URL: 'https://s3.example/loja' })).toMatchObject({ prefix: '', credentials: undefined })
})

it.each([
  [{ S3_URL: 'loja' }, 'S3_URL is no address'],
  [{ S3_URL: 'ftp://s3.example/loja' }, 'S3_URL is no address'],
  [{ S3_URL: 'https://s3.example/' }, 'S3_URL names no bucket'],
  [{ S3_URL: 'https://a:segredo@s3.example/loja' }, 'S3_URL holds no keys'],
  [{ S3_URL: 'https://s3.example/loja', S3_SECRET_ACCESS_KEY: 'segredo' }, 'belong together'],
])('refuses %j without telling what is in it', (env, why) => {
  expect(() => readStorageSettings(env)).toThrow(why)
  expect(() => readStorageSettings(env)).not.toThrow('segredo')
})

it.each([
  '',
  'files',
  'files/',
  'other/a',
  'files/../a',
  'files/1/..',
  'files//a',
  'files/./a',
  'files/a\\b',
  'files/a\0b',
  '/files/a',
])('%j is no key of a file', key => expect(isFileKey(key)).toBe(false))
