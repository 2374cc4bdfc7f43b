"""PostgreSQL and Valkey: those that the environment names, or else the embedded ones."""

from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.valkey import Valkey


def start_servers(crew: Crew, env: dict[str, str], *, throwaway: bool) -> dict[str, str]:
    """The environment with both addresses. Valkey stops first: stages end in the reverse order."""
    env = {**env, "XDG_RUNTIME_DIR": str(crew.home.runtime)}
    if not env.get("DATABASE_URL"):
        postgres.prepare(crew.home)
        crew.start([postgres.spec(crew.home, env, throwaway=throwaway)])
        postgres.create_database(crew.home)
        env["DATABASE_URL"] = postgres.url(crew.home)
    if not env.get("REDIS_URL"):
        valkey = Valkey(crew.home)
        crew.start([valkey.spec(env)])
        env["REDIS_URL"] = valkey.url
    return env
