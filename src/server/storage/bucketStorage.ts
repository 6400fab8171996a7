import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { membersOf } from '../../base/record.ts'
import { ApiError } from '../error.ts'
import { bucketFailure, bucketStatus, openBucketClient } from './bucketClient.ts'
import { demandFileKey, type FileStorage } from './fileStorage.ts'
import type { StorageSettings } from './storageSettings.ts'

/** Milliseconds that a call may take: somebody waits for it. */
const PATIENCE = 15_000

/** Files in a bucket. Whatever keeps it from answering is told as such (503), in words. */
export function openBucketStorage(settings: StorageSettings): FileStorage {
  const { bucket, prefix } = settings
  const client = openBucketClient(settings, PATIENCE)
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${demandFileKey(key)}` })
  const open: FileStorage['open'] = async key => {
    const place = at(key)
    const found = await answered(unlessMissing(client.send(new GetObjectCommand(place))))
    return found?.Body instanceof Readable ? { size: found.ContentLength ?? 0, stream: found.Body } : undefined
  }
  return {
    // One call: an object is there whole, or not at all.
    keep: async (key, bytes) => {
      const place = at(key)
      await answered(client.send(new PutObjectCommand({ ...place, Body: bytes, ContentLength: bytes.length })))
    },
    open,
    async read(key) {
      const found = await open(key)
      return found && answered(wholeOf(found.stream))
    },
    async size(key) {
      const place = at(key)
      return (await answered(unlessMissing(client.send(new HeadObjectCommand(place)))))?.ContentLength
    },
    async *list(tree) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${tree}/` })
      for (;;) {
        const { done, value } = await answered(pages.next())
        if (done) return
        for (const { Key = '', LastModified } of value.Contents ?? [])
          yield { key: Key.slice(prefix.length), modifiedAt: LastModified?.getTime() ?? 0 }
      }
    },
    async remove(keys) {
      for (const place of keys.map(at)) await answered(client.send(new DeleteObjectCommand(place)))
    },
    // Nothing half-written is ever there.
    tidy: async () => undefined,
    probe: async () => void (await answered(client.send(new HeadBucketCommand({ Bucket: bucket })))),
  }
}

const wholeOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    // A bucket that is no more is another thing.
    if (bucketStatus(error) === 404 && membersOf(error).name !== 'NoSuchBucket') return undefined
    throw error
  })

/** Its answer, or that there is none. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const away = new ApiError(503, 'files-unavailable')
    away.cause = bucketFailure(error)
    throw away
  }
}
