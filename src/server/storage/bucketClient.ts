import { S3Client } from '@aws-sdk/client-s3'
import { membersOf } from '../../base/record.ts'
import type { StorageSettings } from './storageSettings.ts'

/** Attempts of a call, and milliseconds that a connection may take. */
const ATTEMPTS = 3
const CONNECTING = 3000

/** A client of the storage that the settings name; `patience`: milliseconds that an answer may take. */
export function openBucketClient(
  { endpoint, region, credentials }: Pick<StorageSettings, 'endpoint' | 'region' | 'credentials'>,
  patience: number,
): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    // A bucket in the host's name would need a name server that knows it.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECTING, requestTimeout: patience, throwOnRequestTimeout: true },
    // Not every storage knows the newer check sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials ? { credentials } : {}),
  })
  leaveClosingSlash(client)
  return client
}

/** Some storages leave the slash behind a bucket's name out of what they compare signatures over; without it all agree. */
const leaveClosingSlash = (client: S3Client): void =>
  client.middlewareStack.add(
    next => args => {
      const { request } = args
      if (typeof request === 'object' && request !== null && 'path' in request && typeof request.path === 'string')
        request.path = request.path.replace(/(?<=.)\/$/, '')
      return next(args)
    },
    { step: 'build', name: 'leaveClosingSlash' },
  )

/** The status that a storage answered with. */
export const bucketStatus = (error: unknown): unknown => membersOf(membersOf(error).$metadata).httpStatusCode

/** Returns a failure by name and message alone: the rest of such an error holds the request, signed. */
export const bucketFailure = (error: unknown): Error => {
  const { name, message } = membersOf(error)
  return new Error(`${name}: ${message || bucketStatus(error)}`)
}
