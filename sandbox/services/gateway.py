"""Discord's gateway, version 10, with JSON in text frames.

It supports HELLO, IDENTIFY, READY, events, heartbeats, RESUME, and the opcodes 7 and 9. A session
outlives its connection: for `RESUME_SECONDS`, events that the bot has missed are kept, and they are
sent after a RESUME.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from sandbox.state import payloads
from sandbox.state.errors import ApiError
from sandbox.state.model import KNOWN_INTENTS, Intent, Json
from sandbox.state.server_state import ServerState

HEARTBEAT_MS = 41_250
RESUME_SECONDS = 300.0
MAX_GUILDS = 2500  # per session
BACKLOG = 150  # events kept for a RESUME, some 10 KiB each
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
CLOSE_REASONS = {
    4001: "Unknown opcode.", 4002: "Error while decoding payload.", 4003: "Not authenticated.",
    4004: "Authentication failed.", 4005: "Already authenticated.", 4009: "Session timed out.",
    4010: "Invalid shard.", 4011: "Sharding required.", 4012: "Invalid API version.", 4013: "Invalid intent(s).",
    4014: "Disallowed intent(s).",
}  # fmt: skip


class CloseConnectionError(Exception):
    """Error that closes a connection, with one of Discord's close codes.

    The fault `close_code` raises it too.
    """

    def __init__(self, code: int) -> None:
        super().__init__(CLOSE_REASONS.get(code, ""))
        self.code = code


class Session:
    """Session of an identified bot: numbered events, kept for a RESUME."""

    def __init__(self, bot: str, intents: Intent, shard: tuple[int, int] = (0, 1)) -> None:
        self.id, self.bot, self.intents, self.shard = secrets.token_hex(16), bot, intents, shard
        self.seq = 0
        self.backlog: deque[tuple[int, str]] = deque(maxlen=BACKLOG)
        self.connection: Connection | None = None  # open connection, if any
        self.left_at = 0.0  # monotonic time when the last connection was lost

    def send(self, event: str, data: Json) -> None:
        """Send an event if connected; keep it for a RESUME in any case."""
        self.seq += 1
        frame = msgspec.json.encode({"op": DISPATCH, "t": event, "s": self.seq, "d": data}).decode()
        self.backlog.append((self.seq, frame))
        if self.connection:
            self.connection.out.put_nowait(frame)

    def receives(self, guild: str) -> bool:
        """Return whether the session's shard gets the events of a guild, given by id.

        Events without a guild have the id "0", which belongs to shard 0.
        """
        shard_index, shard_count = self.shard
        return (int(guild) >> 22) % shard_count == shard_index

    @property
    def resumable(self) -> bool:
        """Return whether the session is connected or can still be resumed."""
        return self.connection is not None or time.monotonic() - self.left_at < RESUME_SECONDS


class Connection:
    """Open WebSocket of a bot, with a queue that keeps the order of frames."""

    def __init__(self, ws: web.WebSocketResponse) -> None:
        self.ws, self.out = ws, asyncio.Queue[str]()
        self.session: Session | None = None
        self.beat_at = time.monotonic()  # time of the last heartbeat

    def put(self, op: int, data: Any) -> None:
        """Queue a frame that is not an event; `op` is its opcode."""
        self.out.put_nowait(
            msgspec.json.encode({"op": op, "d": data, "s": None, "t": None}).decode()
        )

    async def pump(self) -> None:
        """Send queued frames, forever."""
        while True:
            await self.ws.send_str(await self.out.get())


class Gateway:
    """Sessions and connections of all bots."""

    def __init__(self, world: ServerState) -> None:
        self.world = world
        self.heartbeat_ms = HEARTBEAT_MS
        self.refuses_connections = False  # fault `drop_gateway`: connections are refused
        self.close_code = 0  # fault `close_code`: IDENTIFY is answered with this close code
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        world.to_gateway, world.online = self.dispatch, self.online

    def online(self, bot: str) -> bool:
        """Return whether a bot gets events, because it is connected or can still resume."""
        return any(session.bot == bot and session.resumable for session in self.sessions.values())

    def connected(self, bot: str) -> bool:
        """Return whether a bot has an open connection."""
        return any(session.bot == bot and session.connection for session in self.sessions.values())

    def dispatch(self, bot: str, event: str, data: Json, intents: Intent) -> None:
        """Send an event to the bot's sessions that have one of the `intents` (0: to all)."""
        for session in [
            bot_session for bot_session in self.sessions.values() if bot_session.bot == bot
        ]:
            if not session.resumable:
                del self.sessions[session.id]
            elif session.receives(_guild_of(event, data)) and (
                not intents or session.intents & intents
            ):
                session.send(event, _without_content(event, data, session))

    async def close(self, code: int = 1001) -> None:
        """Close all connections; the sessions stay for a RESUME."""
        closing = [
            connection.ws.close(code=code, message=b"") for connection in list(self.connections)
        ]
        await asyncio.gather(*closing, return_exceptions=True)

    def ask_reconnect(self) -> None:
        """Send op 7: ask all bots to reconnect and resume."""
        for connection in self.connections:
            connection.put(RECONNECT, None)

    def invalidate(self) -> None:
        """Send op 9: end all sessions; the bots must identify again."""
        for connection in self.connections:
            if connection.session:
                self.sessions.pop(connection.session.id, None)
                connection.session.connection = None
                connection.session = None
            connection.put(INVALID, False)

    async def drop_connections(self) -> None:
        """Abort all connections without a close frame; the sessions stay for a RESUME."""
        for connection in list(self.connections):
            transport = connection.ws._req.transport if connection.ws._req else None  # noqa: SLF001 - aiohttp has no public abort
            if transport:
                transport.abort()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve GET /gateway: one connection from HELLO to its end."""
        if self.refuses_connections:
            return web.Response(status=503, text="The gateway is down.")
        ws = web.WebSocketResponse(compress=False, max_msg_size=65536)
        await ws.prepare(request)
        connection = Connection(ws)
        self.connections.add(connection)
        pump, watch = (
            asyncio.create_task(connection.pump()),
            asyncio.create_task(self._watch(connection)),
        )
        connection.put(HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": []})
        try:
            if request.query.get("v", "10") != "10":
                raise CloseConnectionError(4012)
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._receive(connection, message.data)
                elif message.type is WSMsgType.BINARY:
                    raise CloseConnectionError(4002)
        except CloseConnectionError as refusal:
            await ws.close(code=refusal.code, message=str(refusal).encode())
        finally:
            pump.cancel()
            watch.cancel()
            self.connections.discard(connection)
            self._disconnected(connection)
        return ws

    def _disconnected(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection, session.left_at = None, time.monotonic()
        if connection.ws.close_code in (
            1000,
            1001,
        ):  # after a normal close by the bot no RESUME follows
            self.sessions.pop(session.id, None)
        if not self.connected(session.bot):
            self._tell(session.bot, online=False)

    async def _watch(self, connection: Connection) -> None:
        """Close a connection that has sent no heartbeat for 1.5 intervals."""
        timeout = self.heartbeat_ms / 1000 * 1.5
        while (left := connection.beat_at + timeout - time.monotonic()) > 0:  # noqa: ASYNC110 - waits for time to pass
            await asyncio.sleep(left)
        await connection.ws.close(code=4009, message=CLOSE_REASONS[4009].encode())

    def _receive(self, connection: Connection, text: str) -> None:
        try:
            frame = msgspec.json.decode(text)
            op, data = frame["op"], frame.get("d")
        except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
            raise CloseConnectionError(4002) from None
        if op == HEARTBEAT:
            connection.beat_at = time.monotonic()
            connection.put(ACK, None)
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif connection.session is None:
            raise CloseConnectionError(4003)
        elif op == MEMBERS:
            self._members(connection.session, data)
        elif op not in (PRESENCE, VOICE):
            raise CloseConnectionError(4001)

    def _identify(self, connection: Connection, data: Any) -> None:
        if connection.session:
            raise CloseConnectionError(4005)
        if not isinstance(data, dict) or not isinstance(data.get("properties"), dict):
            raise CloseConnectionError(4002)
        token, intents, shard = data.get("token"), data.get("intents"), _shard(data.get("shard"))
        bot = self._bot(token)
        if self.close_code:
            raise CloseConnectionError(self.close_code)
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            raise CloseConnectionError(4013)
        session = Session(bot["id"], Intent(intents), shard)
        guilds = [
            guild_of_bot
            for guild_of_bot in self.world.guilds.values()
            if bot["id"] in guild_of_bot["members"] and session.receives(guild_of_bot["id"])
        ]
        if len(guilds) > MAX_GUILDS:
            raise CloseConnectionError(4011)
        self.world.identifies[bot["id"]] = self.world.identifies.get(bot["id"], 0) + 1
        self.sessions[session.id] = session
        self._attach(connection, session)
        session.send("READY", {
            "v": 10, "user": payloads.me(self.world, bot), "session_id": session.id, "private_channels": [],
            "guilds": [{"id": guild_of_bot["id"], "unavailable": True} for guild_of_bot in guilds], "shard": list(shard),
            "resume_gateway_url": self.world.base.replace("http", "ws", 1) + "/gateway",
            "application": {"id": bot["id"], "flags": 0},
        })  # fmt: skip
        if session.intents & Intent.GUILDS:
            everybody = bool(session.intents & Intent.GUILD_MEMBERS)
            for guild in guilds:
                session.send(
                    "GUILD_CREATE", payloads.guild_create(self.world, guild, bot["id"], everybody)
                )
        self._tell(bot["id"], online=True)

    def _resume(self, connection: Connection, data: Any) -> None:
        if connection.session:
            raise CloseConnectionError(4005)
        if not isinstance(data, dict):
            raise CloseConnectionError(4002)
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        is_own_session = self._bot(data.get("token"))["id"] == session.bot if session else False
        oldest_seq = session.backlog[0][0] if session and session.backlog else 1
        if (
            not session
            or not is_own_session
            or not session.resumable
            or not isinstance(seq, int)
            or seq + 1 < oldest_seq
        ):
            connection.put(INVALID, False)
            return
        missed = [frame for number, frame in session.backlog if number > seq]
        self._attach(connection, session)
        for frame in missed:
            connection.out.put_nowait(frame)
        session.send("RESUMED", {"_trace": []})
        self._tell(session.bot, online=True)

    def _bot(self, token: Any) -> Json:
        """Return the bot of a token; raise `CloseConnectionError` (4004) if it is unknown."""
        try:
            return self.world.bot_for(str(token).removeprefix("Bot ").strip())
        except ApiError:
            raise CloseConnectionError(4004) from None

    def _attach(self, connection: Connection, session: Session) -> None:
        connection.session, session.connection = session, connection

    def _members(self, session: Session, data: Any) -> None:
        """Answer opcode 8 (request guild members) with the wanted members of a guild.

        `data` is the frame's data.
        """
        if not isinstance(data, dict) or not isinstance(data.get("guild_id"), str | int):
            raise CloseConnectionError(4002)
        guild = self.world.guilds.get(str(data["guild_id"]))
        if guild is None:
            return
        ids = data.get("user_ids")
        wanted = (
            [str(user_id) for user_id in (ids if isinstance(ids, list) else [ids])]
            if ids
            else list(guild["members"])
        )
        query = str(data.get("query") or "").lower()
        matching = [
            member_id
            for member_id in wanted
            if member_id in guild["members"] and self._name(member_id).lower().startswith(query)
        ]
        chunk: Json = {"guild_id": guild["id"], "chunk_index": 0, "chunk_count": 1}
        chunk["members"] = [payloads.member(self.world, guild, member_id) for member_id in matching]
        chunk["not_found"] = [
            member_id for member_id in wanted if member_id not in guild["members"]
        ]
        session.send(
            "GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if data.get("nonce") else {})
        )

    def _name(self, user_id: str) -> str:
        user = self.world.users[user_id]
        return str(user["global_name"] or user["username"])

    def _tell(self, bot: str, *, online: bool) -> None:
        username = self.world.users[bot]["username"]
        self.world.tell_page({"t": "bot", "id": bot, "username": username, "online": online})


def _shard(wanted: Any) -> tuple[int, int]:
    """Return the shard and the number of shards of an IDENTIFY.

    Raises `CloseConnectionError` (4010) if `wanted`, the field `shard`, is invalid.
    """
    match wanted:
        case None:
            return 0, 1
        case [int(index), int(count)] if 0 <= index < count:
            return index, count
    raise CloseConnectionError(4010)


def _guild_of(event: str, data: Json) -> str:
    """Return the id of an event's guild; "0" if it has none."""
    return str(
        data["id"]
        if event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
        else data.get("guild_id") or 0
    )


def _without_content(event: str, data: Json, session: Session) -> Json:
    """Return an event's data as the session may see it.

    Without the intent MESSAGE_CONTENT, a message loses its content, embeds, attachments and
    components, unless the bot wrote it or is mentioned in it, or it is a DM.
    """
    if (
        event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        or session.intents & Intent.MESSAGE_CONTENT
    ):
        return data
    is_readable = data["author"]["id"] == session.bot or "guild_id" not in data
    if is_readable or any(user["id"] == session.bot for user in data["mentions"]):
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
