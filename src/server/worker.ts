/**
 * The face that the server shows to what runs in worker threads: as little as can be, since each thread loads it. A module that a
 * `threadTask` names imports nothing else of the server.
 */
export { ApiError } from './error.ts'
